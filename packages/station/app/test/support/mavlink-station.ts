import assert from 'node:assert/strict';
import { Line } from '@kitestring/aircraft-mavlink/test/support/line.ts';
import {
  type Kind,
  type Quirks,
  ScriptedAutopilot,
} from '@kitestring/aircraft-mavlink/test/support/scripted-autopilot.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { startStationIn } from '../../src/start.ts';
import { settingsWith, TEST_KEY, type TestStationOptions } from './test-station.ts';

export type Json = Readonly<Record<string, unknown>>;

interface MavlinkStationOptions extends TestStationOptions {
  readonly quirks?: Quirks;
}

/** A whole station whose aircraft is an autopilot at the other end of a line, in virtual time. */
export async function mavlinkStation(kind: Kind, cleanup: AsyncDisposableStack, options: MavlinkStationOptions = {}) {
  const folder = cleanup.use(new TestFolder()).path;
  const line = cleanup.use(await Line.begin());
  const { quirks, ...settings } = options;
  // As flown: PX4 stays a quarter of a metre below each height.
  const autopilot = await ScriptedAutopilot.begin(line, kind, { holdsBelowM: kind === 'PX4' ? 0.25 : 0, ...quirks });
  const { aircraft, clock, link } = line;
  const world = { aircraft, clock, link, scene: () => assert.fail('no synthetic picture') };
  const running = cleanup.use(await startStationIn(() => world, settingsWith(settings, folder), { log: SILENT_LOG }));
  const { body } = await new TestClient(running.url).post('auth/token/request', { client_secret: TEST_KEY });
  const client = new TestClient(running.url, (body as { access_token: string }).access_token);
  await line.run(5);
  const flight = async () => (await client.get('flight/state')).body as Json;
  const until = async (state: string, withinS: number) => {
    for (let passed = 0; passed < withinS; passed += 1) {
      if ((await flight()).flight_state === state) return;
      await line.run(1);
    }
    assert.fail(`${state} within ${withinS} s, it is ${JSON.stringify(await flight())}`);
  };
  return { line, autopilot, client, flight, until, running, folder };
}
