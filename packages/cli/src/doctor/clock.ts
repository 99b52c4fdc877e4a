import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isPlausibleTime } from '@kitestring/base/plausible-time.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Clock';
const MEASURED_MS = 250;
/** In this time a slewed clock (at most 0.5 ms/s) moves by far less. */
const STEP_MS = 20;

export interface ClockReading {
  /** Real-time clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Monotonic clock, milliseconds. */
  readonly monotonicMs: () => number;
  /** `yes`, `no`, or undefined if unknown. */
  readonly synchronised: () => Promise<string | undefined>;
}

const realClock: ClockReading = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  synchronised: askTimedatectl,
};

/** Checks the real-time clock, whose time tokens, certificates and notifications carry. */
export async function checkClock(clock: ClockReading = realClock): Promise<Finding> {
  const shown = `${new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  if (!isPlausibleTime(clock.now())) {
    return fail(
      CHECK,
      `${shown}, which is implausible`,
      'Set the clock: sudo timedatectl set-ntp true, or sudo date -s "..."',
    );
  }
  const stepMs = await measureStep(clock);
  if (Math.abs(stepMs) > STEP_MS) {
    const found = `${shown}, and it jumped by ${Math.round(stepMs)} ms during the check`;
    return warn(
      CHECK,
      found,
      'Let only one program set the clock (NTP); in a virtual machine disable the host’s time correction.',
    );
  }
  const synchronised = await clock.synchronised();
  if (synchronised === 'no') {
    return warn(CHECK, `${shown}, not synchronised`, 'Enable NTP: sudo timedatectl set-ntp true');
  }
  return fine(
    CHECK,
    `${shown}, ${synchronised === 'yes' ? 'synchronised by NTP' : 'steady (source of its time unknown)'}`,
  );
}

async function measureStep({ now, monotonicMs }: ClockReading): Promise<number> {
  const before = now() - monotonicMs();
  await setTimeout(MEASURED_MS);
  return now() - monotonicMs() - before;
}

async function askTimedatectl(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 2000,
    });
    return stdout.trim() || undefined;
  } catch {
    // No systemd (containers, other systems).
    return undefined;
  }
}
