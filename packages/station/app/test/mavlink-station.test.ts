import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { type Json, mavlinkStation } from './support/mavlink-station.ts';

describe('a station with a real autopilot', () => {
  for (const kind of ['ArduCopter', 'PX4'] as const) {
    it(`flies ${kind} by the published API, and refuses while a pilot flies`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const { autopilot, client, flight, line, until } = await mavlinkStation(kind, cleanup);
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

    it(`arms ${kind} only while the loss of the station would end in a landing, and names the setting`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const { autopilot, client, line, until } = await mavlinkStation(kind, cleanup);
      const [name, safe] = kind === 'PX4' ? ['NAV_DLL_ACT', 3] : ['FS_GCS_ENABLE', 5];
      autopilot.settings.change(name as string, 0);
      await line.run(5);
      const refused = await client.post('flight/control/take_off');
      const { code, message } = refused.body as Json;
      assert.deepEqual([refused.status, code], [409, 'KITE_FAULT']);
      assert.equal(message, `the Kite would not land by itself without the station: ${name} is 0, wanted ${safe}`);
      const { notifications } = (await client.get('notifications/state')).body as { notifications: Json[] };
      const told = notifications.find((notification) => notification.code === 20100);
      assert.equal(told?.message, `Autopilot settings unsafe on a tether: ${name} is 0, wanted ${safe}.`);
      autopilot.settings.change(name as string, safe as number);
      await line.run(5);
      assert.equal((await client.post('flight/control/take_off')).status, 202);
      await until('Flying', 60);
      const commands = autopilot.settings.writes;
      assert.deepEqual(commands, [], 'the station writes no setting');
    });
  }

  it('descends and lands a Kite that drifts further than the line permits, and says so', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { autopilot, client, line, until } = await mavlinkStation('ArduCopter', cleanup);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    await until('Flying', 60);
    // An honest error of its receiver, which reports half a metre.
    autopilot.driftM = 2.9;
    await line.run(20);
    const before = (await client.get('notifications/state')).body as { notifications: Json[] };
    assert.deepEqual(
      before.notifications.filter(({ code }) => code === 30001),
      [],
    );
    autopilot.driftM = 6;
    await until('Landing', 60);
    const { notifications } = (await client.get('notifications/state')).body as { notifications: Json[] };
    const { parameters } = notifications.find((notification) => notification.code === 30001) ?? {};
    assert.deepEqual([(parameters as Json).measure, (parameters as Json).value], ['drift', 5]);
    await until('StandBy', 60);
    await line.run(1);
    assert.equal(autopilot.isArmed, false);
  });

  it('has the messages of the autopilot as notifications', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { autopilot, client, line } = await mavlinkStation('ArduCopter', cleanup);
    autopilot.link.send('STATUSTEXT', { severity: 2, text: 'PreArm: Compass not healthy' });
    await line.run(1);
    const { notifications } = (await client.get('notifications/state')).body as { notifications: Json[] };
    const [told] = notifications.filter((notification) => notification.code === 20091);
    assert.equal(told?.message, 'Autopilot: PreArm: Compass not healthy');
  });
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
