import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ScriptedAircraft } from '@kitestring/lab-testing/scripted-aircraft.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { MakeWorld } from '../src/core.ts';
import { startStationIn } from '../src/start.ts';
import type { World } from '../src/worlds/world.ts';
import { settingsWith, TEST_KEY } from './support/test-station.ts';

/** A world with another aircraft than the simulated one, and a time that the API cannot stop. */
const scriptedWorld: MakeWorld<World> = (_settings, startTimeUs) => {
  const clock = new VirtualClock(startTimeUs);
  const aircraft = new ScriptedAircraft(clock);
  return { aircraft, clock, scene: () => assert.fail('nobody watches') };
};

it('A whole station runs in a world that is not simulated, and has no controls of a simulator', async () => {
  using temporary = new TestFolder();
  const folder = temporary.path;
  await using running = await startStationIn(scriptedWorld, settingsWith({}, folder), { log: SILENT_LOG });
  const { body } = await new TestClient(running.url).post('auth/token/request', { client_secret: TEST_KEY });
  const client = new TestClient(running.url, (body as { access_token: string }).access_token);
  assert.equal((await client.get('flight/state')).status, 200);
  assert.equal((await client.get('/sim/v1/clock')).status, 404);
  assert.doesNotMatch(String((await client.get('/metrics')).body), /simulation_slipped/);
});
