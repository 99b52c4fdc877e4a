import { readFileSync } from 'node:fs';
import { until } from '@kitestring/lab-testing/until.ts';
import { ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import { connectToStation } from '../src/station/connect.ts';
import { checkedStation, TEST_KEY } from '../test/support/checked-station.ts';
import type { SeededStation } from './judge-defect.ts';

/** Fast enough for whole flights, slow enough for a lease of 10 s on a machine that is not overloaded. */
export const SPEED = 20;
/** Simulated seconds until all prepared notifications have ended. */
const PAST_S = 90;
const MANY = '100000';

/** A relay takes a moment to start, and a defect of a missing stream is invisible. */
async function hasStreams(url: string): Promise<void> {
  await using direct = await connectToStation({ url, key: TEST_KEY, level: 'read' });
  await until('video streams', async () => {
    const { json } = await direct.ask('videostreams');
    return Array.isArray(json) && json.length > 0;
  });
}

/**
 * A Kitestring station with a history: ended notifications and an active one.
 * @param options.mayFly without the active one, which refuses a take-off
 */
export async function seededStation(
  flags: Readonly<Record<string, string>> = {},
  { mayFly = false } = {},
): Promise<SeededStation & AsyncDisposable & { goAt(speed: number): void }> {
  const limits = {
    'limits-unauthenticated-burst': MANY,
    'limits-unauthenticated-per-s': MANY,
    'limits-wrong-keys-per-min': MANY,
  };
  const station = await checkedStation({ 'sim-speed': String(SPEED), 'video-enabled': 'false', ...limits, ...flags });
  const { aircraft, driver } = station.running.world;
  const { faults } = aircraft;
  for (const at of [1, 30, 60]) faults.inject({ type: 'magnetic_disturbance', at, duration: 12 });
  if (!mayFly) faults.inject({ type: 'secondary_autopilot', at: 1 });
  // The clock is advanced, not awaited: a busy machine skips simulated time, and the history would be shorter.
  await driver.advance(PAST_S);
  if (flags['video-enabled'] === 'true') await hasStreams(station.url);
  const cert = readFileSync(ownCertificateFile(station.folder), 'utf8');
  const key = readFileSync(ownCertificateFile(station.folder).replace(/cert/, 'key'), 'utf8');
  return {
    url: station.url,
    key: TEST_KEY,
    tls: { key, cert },
    goAt: (speed) => {
      driver.speed = speed;
    },
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}
