import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { Line } from '@kitestring/aircraft-mavlink/test/support/line.ts';
import { type Kind, ScriptedAutopilot } from '@kitestring/aircraft-mavlink/test/support/scripted-autopilot.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { startStationIn } from '../src/start.ts';
import { settingsWith, TEST_KEY } from './support/test-station.ts';

type Json = Readonly<Record<string, unknown>>;

/** A whole station whose aircraft is an autopilot at the other end of a line, in virtual time. */
async function station(kind: Kind, cleanup: AsyncDisposableStack) {
  const folder = cleanup.use(new TestFolder()).path;
  const line = cleanup.use(await Line.begin());
  // As flown: PX4 stays a quarter of a metre below each height.
  const autopilot = await ScriptedAutopilot.begin(line, kind, { holdsBelowM: kind === 'PX4' ? 0.25 : 0 });
  const world = { aircraft: line.aircraft, clock: line.clock, scene: () => assert.fail('no synthetic picture') };
  const running = cleanup.use(await startStationIn(() => world, settingsWith({}, folder), { log: SILENT_LOG }));
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
  return { line, autopilot, client, flight, until };
}

describe('a station with a real autopilot', () => {
  for (const kind of ['ArduCopter', 'PX4'] as const) {
    it(`flies ${kind} by the published API, and refuses while a pilot flies`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const { autopilot, client, flight, line, until } = await station(kind, cleanup);
      const readiness = (await client.get('/station/v1/readiness')).body as Json;
      assert.equal(readiness.ready, true, JSON.stringify(readiness));
      assert.equal((await client.get('/sim/v1/clock')).status, 404);
      assert.equal((await client.post('flight/control/take_off')).status, 202);
      await until('Flying', 60);
      assert.equal((await client.post('flight/control/altitude', { altitude: 12 })).status, 202);
      await line.run(15);
      assert.ok(Math.abs(((await flight()).altitude as number) - 12) < 0.3);
      assert.equal((await client.post('camera/control/rotate_to_angle', { pan_ned: 90, tilt_ned: 30 })).status, 202);
      await line.run(8);
      const camera = (await client.get('camera/state')).body as Json;
      assert.ok(Math.abs((camera.pan_ned as number) - 90) < 3 && Math.abs((camera.tilt_ned as number) - 30) < 3);
      autopilot.pilotTakesOver();
      await line.run(2);
      for (const [path, body] of [
        ['flight/control/altitude', { altitude: 15 }],
        ['flight/control/land', undefined],
        ['camera/control/rotate_to_angle', { tilt_ned: 10 }],
      ] as const) {
        const refused = await client.post(path, body);
        assert.deepEqual([refused.status, (refused.body as Json).code], [409, 'AIRCRAFT_FLOWN_ELSEWHERE'], path);
      }
      autopilot.customMode = kind === 'PX4' ? 0x0304_0000 : 4;
      await line.run(2);
      assert.equal((await client.post('flight/control/land')).status, 202);
      await until('StandBy', 40);
      assert.equal(autopilot.isArmed, false);
    });
  }
});

it('A station without MAVLink loads nothing of it', () => {
  const hooks = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import('@kitestring/station-app/start.ts');
    console.log(JSON.stringify(loaded.filter((url) => /packages.(aircraft.)?mavlink/.test(url))), loaded.length > 100);
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', hooks], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), '[] true', stderr);
});
