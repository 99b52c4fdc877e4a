import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GIMBAL_DEVICE_FLAGS, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { ZOOM } from './support/asked-station.ts';
import { AskedVehicle, AUTOPILOT } from './support/asked-vehicle.ts';

const { ACCEPTED, DENIED, TEMPORARILY_REJECTED, UNSUPPORTED } = MAV_RESULT;
const NAN = Number.NaN;
const { YAW_IN_EARTH_FRAME, YAW_LOCK } = GIMBAL_DEVICE_FLAGS;

/** The last order for the camera's direction. */
function rotation({ station }: AskedVehicle): Readonly<Record<string, number>> {
  const text = station.asked.findLast((asked) => asked.startsWith('camera/control/')) ?? assert.fail('no rotation');
  return JSON.parse(text.slice(text.indexOf(' ')));
}

describe('what others have reported of PX4, as its persona shows it', () => {
  it('gives no answer at all to gimbal orders that nothing serves', async () => {
    for (const [persona, results] of [
      ['px4', []],
      ['generic', [TEMPORARILY_REJECTED]],
    ] as const) {
      await using asked = await AskedVehicle.begin(persona);
      asked.station.cameraNow = { online_state: 'Offline' };
      assert.deepEqual(await asked.order('DO_GIMBAL_MANAGER_PITCHYAW', { params: [-10, NAN] }), results);
    }
  });

  it('loses the flag of the earth frame: a yaw counts from the heading, unless it is locked', async () => {
    for (const [persona, flags, azimuth] of [
      ['px4', YAW_IN_EARTH_FRAME, 120],
      ['px4', YAW_LOCK, 30],
      ['generic', YAW_IN_EARTH_FRAME, 30],
      ['generic', 0, 120],
    ] as const) {
      await using asked = await AskedVehicle.begin(persona);
      await asked.order('DO_GIMBAL_MANAGER_CONFIGURE', { params: [255, 190] });
      const params = [-10, 30, NAN, NAN, flags];
      assert.deepEqual(await asked.order('DO_GIMBAL_MANAGER_PITCHYAW', { params }), [ACCEPTED]);
      assert.deepEqual(rotation(asked), { tilt_ned: 10, pan_ned: azimuth }, `${persona} ${flags}`);
    }
  });

  it('accepts a place that it does not fly to', async () => {
    for (const [persona, result, text] of [
      ['px4', ACCEPTED, ['Reposition is outside geofence']],
      ['ardupilot', ACCEPTED, []],
      ['generic', DENIED, ['On a tether: it cannot fly to another place']],
    ] as const) {
      await using asked = await AskedVehicle.begin(persona);
      assert.deepEqual(await asked.order('DO_REPOSITION', { params: [-1, 1, 0, NAN, 48, 9, 410] }), [result], persona);
      await asked.run(1);
      assert.deepEqual([asked.station.asked, asked.texts], [[], text]);
    }
  });
});

describe('what others have reported of ArduPilot, as its persona shows it', () => {
  it('turns the gimbal on after its ground station is lost, until the next order', async () => {
    for (const [persona, times] of [
      ['ardupilot', 4],
      ['generic', 1],
    ] as const) {
      await using asked = await AskedVehicle.begin(persona);
      assert.deepEqual(await asked.order('DO_GIMBAL_MANAGER_PITCHYAW', { params: [NAN, NAN, -5, NAN] }), [ACCEPTED]);
      asked.isGroundThere = false;
      await asked.run(16);
      const speeds = asked.station.asked.filter((each) => each.includes('"tilt_speed":5'));
      assert.equal(speeds.length, times, persona);
      await asked.order('DO_GIMBAL_MANAGER_PITCHYAW', { params: [NAN, NAN, 0, 0] });
      const ended = asked.station.asked.length;
      await asked.run(12);
      assert.equal(asked.station.asked.length, ended);
    }
  });

  it('turns to North by a gimbal order of protocol 1 that leaves the yaw at 0', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    assert.deepEqual(await asked.order('DO_MOUNT_CONTROL', { params: [-20, 0, 0, 0, 0, 0, 2] }), [ACCEPTED]);
    assert.deepEqual(rotation(asked), { tilt_ned: 20, pan_ned: 0 });
    assert.deepEqual(await asked.order('DO_MOUNT_CONTROL', { params: [-20, 0, 0, 0, 0, 0, 3] }), [DENIED]);
    await using generic = await AskedVehicle.begin('generic');
    assert.deepEqual(await generic.order('DO_MOUNT_CONTROL', { params: [-20, 0, 0, 0, 0, 0, 2] }), [UNSUPPORTED]);
  });

  it('changes all intervals for the streams of another ground station', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    await asked.order('SET_MESSAGE_INTERVAL', { params: [33, 100_000] });
    const count = async (seconds: number) => {
      const before = asked.all('GLOBAL_POSITION_INT').length;
      await asked.run(seconds);
      return asked.all('GLOBAL_POSITION_INT').length - before;
    };
    const asOrdered = await count(2);
    assert.ok(asOrdered >= 19 && asOrdered <= 21, `${asOrdered}`);
    asked.send('REQUEST_DATA_STREAM', { ...AUTOPILOT, req_stream_id: 0, req_message_rate: 2, start_stop: 1 });
    await asked.run(0.6);
    const reverted = await count(2);
    assert.ok(reverted >= 3 && reverted <= 5, `${reverted}`);
  });

  it('takes the orders for its camera itself, and has no source to choose', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    asked.station.shown = [ZOOM];
    await asked.run(6);
    assert.deepEqual(await asked.order('SET_CAMERA_ZOOM', { params: [2, 50] }), [ACCEPTED]);
    assert.deepEqual(asked.station.asked, ['videostreams/zoom/control/zoom {"zoom_level":11}']);
    assert.deepEqual(await asked.order('SET_CAMERA_SOURCE', { params: [0, 2] }), [DENIED]);
    assert.deepEqual(await asked.order('DO_WINCH', { params: [1, 1, 5, 0.5] }), [UNSUPPORTED]);
  });
});

describe('a region of interest', () => {
  const LOOK = [0, 0, 0, 0, 47.001, 8, 400];

  it('is followed while the Kite drifts, until it ends or another order comes', async () => {
    await using asked = await AskedVehicle.begin('generic');
    assert.deepEqual(await asked.order('DO_SET_ROI_LOCATION', { params: LOOK }), [ACCEPTED]);
    const { pan_ned: north = -1, tilt_ned: down = 0 } = rotation(asked);
    assert.ok(north < 0.5 && Math.abs(down - Math.atan(5 / 111.32) * (180 / Math.PI)) < 0.1, `${north} ${down}`);
    asked.station.cameraNow = { online_state: 'Online', pan_ned: north, tilt_ned: down };
    const before = asked.station.asked.length;
    await asked.run(3);
    assert.equal(asked.station.asked.length, before);
    const { gps = assert.fail('no GPS') } = asked.station.kite;
    asked.station.kite = { ...asked.station.kite, gps: { ...gps, lonDeg: 8.0005 } };
    await asked.run(1.1);
    const { pan_ned: west = 0 } = rotation(asked);
    assert.ok(west > 338 && west < 343, `${west}`);
    // Its ground station has not ordered anything for long, and the aircraft is on the ground.
    asked.station.flightNow = { flight_state: 'StandBy', altitude: 0 };
    await asked.run(31);
    assert.equal(asked.station.asked.at(-1), 'handoff/control/release');
    const released = asked.station.asked.length;
    await asked.run(3);
    assert.equal(asked.station.asked.length, released);
    asked.station.flightNow = { flight_state: 'Flying', altitude: 5 };
    await asked.order('DO_SET_ROI_LOCATION', { params: LOOK });
    assert.deepEqual(await asked.order('DO_SET_ROI_NONE'), [ACCEPTED]);
    const ended = asked.station.asked.length;
    await asked.run(3);
    assert.equal(asked.station.asked.length, ended);
  });

  it('is refused where it is no place', async () => {
    await using asked = await AskedVehicle.begin('generic');
    for (const place of [
      [NAN, 8, 400],
      [91, 8, 400],
      [47, 200, 400],
    ]) {
      assert.deepEqual(await asked.order('DO_SET_ROI_LOCATION', { params: [0, 0, 0, 0, ...place] }), [DENIED]);
    }
  });
});
