import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { isPlausibleTime } from '@kitestring/base/plausible-time.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { LaterClock } from '../worlds/later-clock.ts';

const LOOK_EVERY_S = 5;
/** NTP slews smaller differences, which real time follows by itself; larger ones it sets in one step. */
const STEP_US = 2 * US_PER_S;

/** The clock of this machine, which people and NTP may set at any time. */
export const machineNowUs = (): number => Date.now() * 1000;

interface MachineClockDeps {
  readonly machineNowUs: () => number;
  /** Intervals between looks: monotonic. */
  readonly realTimeClock: Clock;
  /** The clock that follows. */
  readonly clock: Pick<LaterClock, 'nowUs'>;
  /** Sets it forward. @returns false while that has to wait */
  readonly setForward: (toUs: number) => boolean;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Takes over a step of the machine's clock, once: forward only, and only when it has stayed for two looks, because a clock never goes back
 * from a wrong future.
 */
export function followMachineClock(deps: MachineClockDeps): Cancel {
  const { clock, log, realTimeClock, setForward } = deps;
  let isBehind = false;
  let isWaiting = false;
  return every(realTimeClock, LOOK_EVERY_S * US_PER_S, () => {
    const nowUs = deps.machineNowUs();
    const behindUs = nowUs - clock.nowUs();
    const wasBehind = isBehind;
    isBehind = behindUs >= STEP_US && isPlausibleTime(nowUs / 1000);
    if (!isBehind || !wasBehind) return;
    const facts = { behindS: Math.round(behindUs / US_PER_S), from: formatTimestamp(clock.nowUs()) };
    if (setForward(nowUs)) {
      isWaiting = false;
      isBehind = false;
      log.info(
        facts,
        `the clock of this machine was set forward: the time of the station is ${formatTimestamp(nowUs)} now`,
      );
    } else if (!isWaiting) {
      isWaiting = true;
      log.warn(
        facts,
        'the clock of this machine was set forward: the station follows when the Kite is on the ground and nothing is recorded',
      );
    }
  });
}

/** Records, tokens and certificates of a machine that has never had its clock set would carry a wrong time. */
export function warnOfUnsetClock(nowUs: number, log: Pick<Log, 'warn'>): void {
  if (isPlausibleTime(nowUs / 1000)) return;
  const shown = formatTimestamp(nowUs);
  log.warn(
    { time: shown },
    `the clock of this machine is not set (${shown}): set it, or let NTP do it; the station follows on the ground`,
  );
}
