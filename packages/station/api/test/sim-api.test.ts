import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { SimulatedWeather } from '@kitestring/station-contract/sim/controls.ts';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { FAULT_TYPES } from '@kitestring/station-contract/sim/faults.ts';
import type { Sensors } from '@kitestring/station-contract/sim/sensors.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { TestAnswer, TestClient } from './support/test-client.ts';

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

const error = ({ body }: TestAnswer): ErrorBody => body as ErrorBody;
const outcome = (answer: TestAnswer): string => `${answer.status} ${error(answer).code ?? ''}`.trim();

describe('The controls of the simulator', () => {
  let station: TestStation;
  let client: TestClient;
  before(async () => {
    station = await startTestStation();
    client = await station.client('experimental');
    station.advance(2);
  });
  after(() => station[Symbol.asyncDispose]());

  const sim = (path: string, value?: unknown) =>
    value === undefined ? client.get(`/sim/v1/${path}`) : client.post(`/sim/v1/${path}`, value);
  const remove = (path: string) => client.send(`/sim/v1/${path}`, { method: 'DELETE' });
  const inject = async (request: object): Promise<FaultState> => {
    const { status, body } = await sim('faults', request);
    assert.equal(status, 201, JSON.stringify(body));
    return body as FaultState;
  };
  const both = async () => (await sim('truth')).body as { truth: Truth; sensors: Sensors };

  describe('truth', () => {
    it('stands beside what the sensors say', async () => {
      const { truth, sensors } = await both();
      assert.equal(truth.is_on_ground, true);
      assert.equal(sensors.kite?.contact, 'Grounded');
      assert.ok(Math.abs((sensors.kite.altitude_m ?? Number.NaN) - truth.position.up_m) < 1);
      assert.equal(truth.time, sensors.time);
    });

    it('differs from the sensors where one of them is deceived', async () => {
      const fault = await inject({ type: 'gps_loss', duration: 30 });
      station.advance(2);
      const { sensors } = await both();
      assert.equal(sensors.kite?.gps, undefined);
      assert.equal(sensors.ground_station.gps, undefined);
      await remove(`faults/${fault.id}`);
    });

    it('shows the tether in as many points as asked for, 20 by default', async () => {
      const points = async (query: string) => ((await sim(`tether${query}`)).body as { points: unknown[] }).points;
      assert.equal((await points('')).length, 20);
      assert.equal((await points('?points=2')).length, 2);
      assert.equal((await points('?points=200')).length, 200);
    });

    for (const [query, message] of [
      ['1', 'points must be >= 2, got 1'],
      ['201', 'points must be <= 200, got 201'],
      ['2.5', 'points must be an integer, got 2.5'],
      ['many', 'points must be an integer, got "many"'],
      ['', 'points must be an integer, got ""'],
      ['1e400', 'points must be an integer, got Infinity'],
      ['3&points=4', 'points must be an integer, got a list'],
    ]) {
      it(`refuses points=${query}`, async () => {
        const answer = await sim(`tether?points=${query}`);
        assert.equal(outcome(answer), '400 INVALID_REQUEST');
        assert.equal(error(answer).message, message);
        assert.equal(error(answer).details?.[0]?.path, 'query/points');
      });
    }
  });

  describe('faults', () => {
    it('are in the next sample after the answer', async () => {
      const fault = await inject({ type: 'camera_offline' });
      assert.equal(fault.status, 'active');
      station.advance(0.05);
      assert.equal((await both()).sensors.camera?.online ?? false, false);
      await remove(`faults/${fault.id}`);
    });

    it('have defaults filled in, are listed, found, and cleared', async () => {
      const { id, parameters, status } = await inject({ type: 'wind_gust', at: 5, parameters: { peak_mps: 3 } });
      assert.equal(status, 'scheduled');
      assert.deepEqual(parameters, { peak_mps: 3, rise_s: 2, hold_s: 3, fall_s: 2, from_deg: 270 });
      const { faults } = (await sim('faults')).body as { faults: FaultState[] };
      assert.equal(faults.at(-1)?.id, id);
      station.advance(5.1);
      assert.equal(((await sim(`faults/${id}`)).body as FaultState).status, 'active');
      const cleared = await remove(`faults/${id}`);
      assert.deepEqual([cleared.status, (cleared.body as FaultState).status], [200, 'cleared']);
    });

    it('are cleared all at once', async () => {
      await inject({ type: 'gps_loss' });
      await inject({ type: 'remote_id', at: 100 });
      const { status, body } = await remove('faults');
      assert.equal(status, 200);
      assert.deepEqual(
        (body as { faults: FaultState[] }).faults.map(({ type, status }) => `${type} ${status}`),
        ['gps_loss cleared', 'remote_id cleared'],
      );
      assert.deepEqual(((await remove('faults')).body as { faults: FaultState[] }).faults, []);
    });

    it('are refused with the reason where the state does not allow them', async () => {
      const { id } = await inject({ type: 'gps_loss' });
      const twice = await sim('faults', { type: 'gps_loss' });
      assert.equal(outcome(twice), '409 FAULT_NOT_POSSIBLE');
      assert.match(error(twice).message, /^gps_loss is not possible: .*gps_loss/);
      await remove(`faults/${id}`);
      const stream = await sim('faults', { type: 'stream_lost' });
      assert.match(error(stream).message, /^stream_lost is not possible: .*video/);
    });

    it('that are not there are not found', async () => {
      assert.equal(outcome(await sim('faults/9999')), '404 FAULT_NOT_FOUND');
      assert.equal(outcome(await remove('faults/9999')), '404 FAULT_NOT_FOUND');
      assert.equal(outcome(await remove('faults/__proto__')), '404 FAULT_NOT_FOUND');
    });

    it('of a type that there is not are refused with the list of those that there are', async () => {
      const { message, details } = error(await sim('faults', { type: 'gps' }));
      assert.ok(message.startsWith(`type must be one of ${FAULT_TYPES.join(', ')}, got "gps"`), message);
      assert.equal(details?.[0]?.path, '/type');
      assert.match(error(await sim('faults', {})).message, /^type is missing; it must be one of gps_loss, /);
    });

    const wrong: readonly (readonly [unknown, string, string])[] = [
      [{ type: 'wind_gust', parameters: { peak_mps: 99 } }, '/parameters/peak_mps', 'must be <= 40, got 99'],
      [{ type: 'wind_gust', parameters: { peak: 9 } }, '/parameters/peak', 'is not a known property'],
      [{ type: 'motor_failure', parameters: { motor: 7 } }, '/parameters/motor', 'must be <= 6, got 7'],
      [{ type: 'motor_failure', parameters: { motor: 1.5 } }, '/parameters/motor', 'must be an integer, got 1.5'],
      [{ type: 'motor_failure', severity: 0.5 }, '/severity', 'is not a known property'],
      [{ type: 'gps_loss', severity: 2 }, '/severity', 'must be <= 1, got 2'],
      [{ type: 'gps_loss', at: -1 }, '/at', 'must be >= 0, got -1'],
      [{ type: 'gps_loss', duration: 0 }, '/duration', 'must be > 0, got 0'],
      [{ type: 'gps_loss', duration: '5' }, '/duration', 'must be a number, got "5"'],
      [{ type: 'gps_loss', durations: 5 }, '/durations', 'is not a known property'],
      [
        { type: 'gps_loss', parameters: { receiver: 'moon' } },
        '/parameters/receiver',
        'must be one of both, kite, ground_station, got "moon"',
      ],
      [[{ type: 'gps_loss' }], '', 'must be an object, got a list'],
      [{ type: ['gps_loss'] }, '/type', `must be one of ${FAULT_TYPES.join(', ')}, got a list`],
      [{ type: 'constructor' }, '/type', `must be one of ${FAULT_TYPES.join(', ')}, got "constructor"`],
    ];
    for (const [request, path, message] of wrong) {
      it(`refuse ${JSON.stringify(request)}`, async () => {
        const answer = await sim('faults', request);
        assert.equal(outcome(answer), '400 INVALID_REQUEST');
        assert.deepEqual(error(answer).details?.[0], { path, message });
      });
    }
  });

  describe('wind', () => {
    it('changes in what is named, and blows at the Kite', async () => {
      await sim('wind', { speed_mps: 8, from_deg: 90, turbulence: 'none' });
      const { status, body } = await sim('wind', { speed_mps: 6 });
      assert.deepEqual([status, body], [200, { speed_mps: 6, from_deg: 90, turbulence: 'none' }]);
      assert.deepEqual((await sim('wind')).body, body);
      station.advance(1);
      assert.ok(Math.abs((await both()).truth.wind.from_deg - 90) < 1);
    });

    it('must be one that blows on Earth', async () => {
      for (const [wind, message] of [
        [{ speed_mps: 41 }, 'speed_mps must be <= 40, got 41'],
        [{ speed_mps: -1 }, 'speed_mps must be >= 0, got -1'],
        [{ from_deg: 361 }, 'from_deg must be <= 360, got 361'],
        [{ turbulence: 'wild' }, 'turbulence must be one of none, light, moderate, severe, by_wind, got "wild"'],
        [{ speed: 3 }, 'speed is not a known property'],
        [{}, 'the body must name at least one property'],
      ] as const) {
        assert.equal(error(await sim('wind', wind)).message, message);
      }
    });
  });

  describe('weather', () => {
    it('changes in what is named; the sun goes on from its hour, and the clock stays', async () => {
      const weather = async () => (await sim('weather')).body as SimulatedWeather;
      const before = await weather();
      const { status, body } = await sim('weather', { visibility_m: 300, solar_hour: 22 });
      assert.deepEqual([status, body], [200, { ...before, visibility_m: 300, solar_hour: 22 }]);
      const timeUs = station.running.world.clock.nowUs();
      station.advance(36);
      assert.ok(station.running.world.clock.nowUs() - timeUs < 37e6);
      assert.ok(Math.abs((await weather()).solar_hour - 22.01) < 1e-3);
      await sim('weather', { rain_mmph: 8 });
      assert.ok(Math.abs((await weather()).solar_hour - 22.01) < 1e-3, 'the sun stays where it is');
      await sim('weather', before);
    });

    it('must be one of this Earth', async () => {
      for (const [weather, message] of [
        [{ visibility_m: 5 }, 'visibility_m must be >= 20, got 5'],
        [{ cloud_cover: 1.5 }, 'cloud_cover must be <= 1, got 1.5'],
        [{ rain_mmph: 301 }, 'rain_mmph must be <= 300, got 301'],
        [{ solar_hour: 25 }, 'solar_hour must be <= 24, got 25'],
        [{ fog: true }, 'fog is not a known property'],
        [{}, 'the body must name at least one property'],
      ] as const) {
        assert.equal(error(await sim('weather', weather)).message, message);
      }
    });
  });

  describe('base', () => {
    it('stands where it was set down until it is moved, and then shows how in truth', async () => {
      const standing = { sea_state: 0, waves_from_deg: 250, speed_mps: 0, heading_deg: 40 };
      assert.deepEqual((await sim('base')).body, standing);
      assert.equal((await both()).truth.base, undefined);
      const { status, body } = await sim('base', { sea_state: 4, waves_from_deg: 130 });
      assert.deepEqual([status, body], [200, { ...standing, sea_state: 4, waves_from_deg: 130 }]);
      assert.deepEqual((await sim('base', { speed_mps: 3, heading_deg: 90 })).body, {
        sea_state: 4,
        waves_from_deg: 130,
        speed_mps: 3,
        heading_deg: 90,
      });
      station.advance(60);
      const { sensors, truth } = await both();
      assert.ok(truth.base);
      assert.ok(Math.abs(truth.base.heading_deg - 90) < 5, `${truth.base.heading_deg} degrees`);
      assert.ok(Math.abs(truth.base.roll_deg) + Math.abs(truth.base.pitch_deg) > 0.1);
      assert.equal(sensors.ground_station.is_moving, true);
      await sim('base', standing);
      station.advance(60);
      const { base } = (await both()).truth;
      assert.deepEqual([base?.roll_deg, base?.up_m, base?.east_mps], [0, 0, 0]);
      assert.ok((base?.east_m ?? 0) > 100, 'it stays where it has come to');
    });

    it('moves as vessels and vehicles do', async () => {
      for (const [base, message] of [
        [{ sea_state: 6 }, 'sea_state must be <= 5, got 6'],
        [{ sea_state: 2.5 }, 'sea_state must be an integer, got 2.5'],
        [{ speed_mps: 16 }, 'speed_mps must be <= 15, got 16'],
        [{ speed_mps: -1 }, 'speed_mps must be >= 0, got -1'],
        [{ waves_from_deg: 361 }, 'waves_from_deg must be <= 360, got 361'],
        [{}, 'the body must name at least one property'],
      ] as const) {
        assert.equal(error(await sim('base', base)).message, message);
      }
    });
  });

  describe('payload', () => {
    it('is another camera, which the published API shows', async () => {
      const { status, body } = await sim('payload', { camera_model: 'Camera 2nd Generation IR Plus' });
      assert.deepEqual([status, body], [200, { camera_model: 'Camera 2nd Generation IR Plus', online: true }]);
      station.advance(20);
      const reader = await station.client('read');
      assert.equal(
        ((await reader.get('camera/info')).body as { model: string }).model,
        'Camera 2nd Generation IR Plus',
      );
    });

    it('can be switched off and on', async () => {
      assert.equal(((await sim('payload', { online: false })).body as { online: boolean }).online, false);
      station.advance(1);
      assert.equal((await both()).sensors.camera?.online ?? false, false);
      await sim('payload', { online: true });
      station.advance(20);
      assert.equal((await both()).sensors.camera?.online, true);
    });

    for (const camera_model of ['none', 'other payload']) {
      it(`is no camera with ${camera_model}: 404, until one is attached again, which is Offline until it has started`, async () => {
        const reader = await station.client();
        const answers = async () => [
          (await reader.get('camera/info')).status,
          (await reader.get('camera/state')).status,
          (await reader.post('camera/control/rotate_to_angle', { tilt_ned: 10 })).status,
        ];
        station.advance(20);
        assert.deepEqual(await answers(), [200, 200, 202]);
        assert.deepEqual((await sim('payload', { camera_model })).body, { camera_model, online: true });
        station.advance(1);
        assert.deepEqual(await answers(), [404, 404, 404]);
        assert.equal((await both()).sensors.camera, undefined);
        await sim('payload', { camera_model: 'Camera 2nd Generation' });
        station.advance(1);
        assert.deepEqual(await answers(), [200, 200, 503]);
        station.advance(20);
        assert.deepEqual(await answers(), [200, 200, 202]);
      });
    }

    it('is one that exists', async () => {
      assert.equal(outcome(await sim('payload', { camera_model: 'Camera 9th Generation' })), '400 INVALID_REQUEST');
      assert.equal(outcome(await sim('payload', {})), '400 INVALID_REQUEST');
    });
  });

  describe('buttons', () => {
    it('are pressed and pulled until the next call, each by itself', async () => {
      assert.deepEqual((await sim('buttons', { safety_land: true })).body, {
        safety_land: true,
        parking_brake: 'engaged',
      });
      const { body } = await sim('buttons', { parking_brake: 'disengaged' });
      assert.deepEqual(body, { safety_land: true, parking_brake: 'disengaged' });
      station.advance(0.05);
      const { rooftop_box } = (await both()).sensors;
      assert.equal(rooftop_box?.safety_land_button_pressed, true);
      assert.equal(rooftop_box?.parking_brake_engaged, false);
      await sim('buttons', { safety_land: false, parking_brake: 'engaged' });
    });

    it('take no other positions', async () => {
      assert.equal(
        error(await sim('buttons', { parking_brake: 'half' })).message,
        'parking_brake must be one of engaged, disengaged, got "half"',
      );
      assert.equal(outcome(await sim('buttons', {})), '400 INVALID_REQUEST');
    });

    it('are not there without a Rooftop Box', async () => {
      await using tray = await startTestStation({ station: { installation: 'Tray Mount' } });
      const hand = await tray.client();
      const answer = await hand.post('/sim/v1/buttons', { safety_land: true });
      assert.equal(outcome(answer), '409 NO_SUCH_CONTROL');
      assert.match(error(answer).message, /^there is no safety land button/);
      assert.match(error(await hand.post('/sim/v1/buttons', { parking_brake: 'engaged' })).message, /parking brake/);
      assert.equal(outcome(await hand.post('/sim/v1/faults', { type: 'lids_stuck' })), '409 FAULT_NOT_POSSIBLE');
    });
  });

  describe('reboot', () => {
    it('takes from half a second to an hour', async () => {
      for (const duration of [0, 0.1, 3601, '10']) {
        assert.equal(outcome(await sim('reboot', { duration })), '400 INVALID_REQUEST');
      }
    });
  });

  it('are for tokens with one of two scopes, and for no others', async () => {
    for (const scope of ['experimental', 'internal']) {
      assert.equal((await (await station.client(scope)).get('/sim/v1/clock')).status, 200);
    }
    const other = await (await station.client('read control can_override')).get('/sim/v1/clock');
    assert.equal(outcome(other), '403 INSUFFICIENT_SCOPE');
    assert.match(error(other).message, /^this needs the scope experimental or internal, the token has read/);
    assert.match(other.headers.get('www-authenticate') ?? '', /error="insufficient_scope".*scope="experimental"/);
    assert.equal(outcome(await station.stranger().get('/sim/v1/clock')), '401 MISSING_TOKEN');
  });

  it('are not counted: a test goes as fast as it can', async () => {
    await using limited = await startTestStation({
      limits: { readsPerS: 1, readsBurst: 2, commandsPerS: 1, commandsBurst: 2 },
    });
    const fast = await limited.client();
    for (let turn = 0; turn < 20; turn += 1) {
      const { status, headers } = await fast.get('/sim/v1/clock');
      assert.deepEqual([status, headers.get('ratelimit')], [200, null]);
      assert.equal((await fast.post('/sim/v1/wind', { speed_mps: 1 })).status, 200);
    }
    assert.equal((await fast.get('flight/state')).status, 200);
  });

  it('say which methods a path has', async () => {
    const answer = await client.send('/sim/v1/faults', { method: 'PUT' });
    assert.equal(outcome(answer), '405 METHOD_NOT_ALLOWED');
    assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'POST']);
  });
});
