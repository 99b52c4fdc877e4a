import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { PREFLIGHT_CHECKS, type PreflightCheckName } from '@kitestring/station-contract/station/preflight-checks.ts';
import { NO_GROUND_STATION_HAZARDS } from '../src/ports/aircraft.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '../src/station-settings.ts';

const ROOFTOP_BOX = { installation: 'Rooftop Box' } as const;

interface Story {
  readonly settings?: Partial<StationSettings>;
  readonly bring: (scripted: ScriptedStation) => unknown;
}

/** The story that makes each check refuse, and no other one. */
const STORIES: Readonly<Record<PreflightCheckName, Story>> = {
  reset: {
    settings: { installation: 'Tray Mount' },
    bring: (scripted) => {
      scripted.safetyLanding();
      scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0, failsafeLanding: false });
    },
  },
  kite_detected: { bring: ({ aircraft }) => aircraft.groundStation({ kiteInCradle: false }) },
  safety_land_button: { bring: ({ aircraft }) => aircraft.rooftopBox({ safetyLandButtonPressed: true }) },
  parking_brake: { bring: ({ aircraft }) => aircraft.rooftopBox({ parkingBrakeEngaged: false }) },
  lids: {
    bring: (scripted) => {
      expectAccepted(scripted.station.flight.takeOff(ALICE));
      scripted.aircraft.rooftopBox({ lids: 'Between' });
      scripted.run(12.2);
    },
  },
  moving: { bring: ({ aircraft }) => aircraft.groundStation({ isMoving: true }) },
  remote_id: { settings: { regulatoryMode: 'US_REMOTE_ID_STANDARD' }, bring: () => undefined },
  kite_battery: { bring: ({ aircraft }) => aircraft.kite({ batteryPercent: 49.97 }) },
  gs_battery: { bring: ({ aircraft }) => aircraft.groundStation({ batteryPercent: 10 }) },
  kite_battery_voltage: { bring: (scripted) => scripted.aircraft.kite({ batteryVoltageV: 5 }) && scripted.run(6) },
  gs_battery_voltage: {
    bring: (scripted) => scripted.aircraft.groundStation({ batteryVoltageV: 5 }) && scripted.run(6),
  },
  kite_temperature: { bring: ({ aircraft }) => aircraft.kite({ temperatureC: 70 }) },
  kite_battery_temperature: { bring: ({ aircraft }) => aircraft.kite({ batteryTemperatureC: -30 }) },
  gs_battery_temperature: { bring: ({ aircraft }) => aircraft.groundStation({ batteryTemperatureC: 70 }) },
  spool_temperature: { bring: ({ aircraft }) => aircraft.groundStation({ spoolTemperatureC: 72 }) },
  wind: { bring: ({ aircraft }) => aircraft.kite({ windSpeedMps: 12.1 }) },
  main_power: {
    bring: ({ aircraft }) => aircraft.groundStation({ hazards: { ...NO_GROUND_STATION_HAZARDS, mainPowerLost: true } }),
  },
  aircraft: {
    bring: ({ aircraft }) => aircraft.groundStation({ hazards: { ...NO_GROUND_STATION_HAZARDS, tetherDamaged: true } }),
  },
  thrust: { bring: ({ aircraft }) => aircraft.kite({ hoverThrustShare: 0.958 }) },
  failsafe: {
    bring: ({ aircraft }) => aircraft.kite({ settings: { stationLoss: { state: 'NotRead' }, unsafe: [] } }),
  },
};

describe('readiness', () => {
  it('lists every check, and a take-off that none refuses is accepted', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    scripted.aircraft.kite({ settings: { stationLoss: { state: 'Lands' }, unsafe: [] } });
    scripted.run(0.1);
    const readiness = scripted.station.readiness();
    assert.deepEqual(
      readiness.checks.map(({ check }) => check),
      PREFLIGHT_CHECKS,
    );
    assert.deepEqual(
      readiness.checks.filter(({ state }) => state === 'refuses'),
      [],
    );
    assert.equal(readiness.ready, true);
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  for (const check of PREFLIGHT_CHECKS) {
    it(`${check}: what is listed as refusing is what a take-off is refused with, and nothing else is`, () => {
      const { bring, settings } = STORIES[check];
      const scripted = new ScriptedStation({ ...ROOFTOP_BOX, ...settings }).standBy();
      bring(scripted);
      scripted.run(0.1);
      const { checks, ready } = scripted.station.readiness();
      const refusing = checks.filter(({ state }) => state === 'refuses');
      assert.deepEqual(
        refusing.map((found) => found.check),
        [check],
      );
      assert.equal(ready, false);
      const refused = scripted.station.flight.takeOff(ALICE);
      const { code, message, max, min, value } = refusing[0] ?? {};
      assert.deepEqual(refused.ok ? undefined : refused.refusal, { code, message });
      if (value === undefined || (min ?? max) === undefined) return;
      assert.ok(value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY), `${value}`);
    });
  }

  it('names first what a take-off is refused with where several refuse', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    scripted.aircraft.kite({ batteryPercent: 20, windSpeedMps: 15 });
    scripted.aircraft.rooftopBox({ parkingBrakeEngaged: false });
    scripted.run(0.1);
    const refusing = scripted.station.readiness().checks.filter(({ state }) => state === 'refuses');
    assert.deepEqual(
      refusing.map(({ check }) => check),
      ['parking_brake', 'kite_battery', 'wind'],
    );
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), refusing[0]?.code);
  });

  it('says what is not measured as unknown, which refuses nothing', () => {
    const scripted = new ScriptedStation().standBy();
    scripted.aircraft.kiteWithout('windSpeedMps');
    scripted.aircraft.kiteWithout('batteryPercent');
    scripted.run(0.1);
    const { checks, ready } = scripted.station.readiness();
    const of = (name: PreflightCheckName) => checks.find(({ check }) => check === name);
    assert.deepEqual(of('wind'), { check: 'wind', state: 'unknown', max: 12, unit: 'm/s' });
    assert.deepEqual(of('kite_battery'), { check: 'kite_battery', state: 'unknown', min: 50, unit: '%' });
    assert.equal(ready, true);
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('is waited for until a check is in another state, until the time is over, or until the station stops', async () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    const { aircraft, clock, station } = scripted;
    const { readinessWatch } = station;
    const revision = () => station.readiness().revision;
    const settled: string[] = [];
    const wait = async (name: string, known: string) => {
      const { ready } = await readinessWatch.other(known, 20);
      settled.push(`${name}: ${ready ? 'ready' : 'not ready'}`);
    };
    await wait('before it serves', revision());
    const stop = readinessWatch.hold();
    await wait('not known', 'another');
    const changed = wait('changed', revision());
    // A changing figure wakes no waiting request.
    aircraft.kite({ batteryPercent: 70 });
    scripted.run(1);
    aircraft.kite({ batteryPercent: 40 });
    scripted.run(0.1);
    await changed;
    const late = wait('late', revision());
    clock.advance(20);
    await late;
    const stopped = wait('stopped', revision());
    stop();
    await stopped;
    assert.deepEqual(settled, [
      'before it serves: ready',
      'not known: ready',
      'changed: not ready',
      'late: not ready',
      'stopped: not ready',
    ]);
  });

  it('leaves out what this system does not have, or is told to ignore', () => {
    const names = (settings: Partial<StationSettings>) =>
      new ScriptedStation(settings)
        .standBy()
        .station.readiness()
        .checks.map(({ check }) => check);
    const box = ['safety_land_button', 'parking_brake', 'lids'];
    const ownFailsafe = 'failsafe';
    assert.deepEqual(
      names({}),
      PREFLIGHT_CHECKS.filter((name) => !box.includes(name) && name !== ownFailsafe),
    );
    const rooftopBox = { ...DEFAULT_STATION_SETTINGS.rooftopBox, parkingBrake: 'ignored' } as const;
    assert.deepEqual(
      names({ ...ROOFTOP_BOX, rooftopBox }),
      PREFLIGHT_CHECKS.filter((name) => name !== 'parking_brake' && name !== ownFailsafe),
    );
  });

  it('is not ready in the air, nor while nothing is known of the Kite', () => {
    assert.equal(new ScriptedStation().flying().station.readiness().ready, false);
    const silent = new ScriptedStation().unknown().station.readiness();
    assert.equal(silent.flight_state, 'Unknown');
    assert.equal(silent.checks.find(({ check }) => check === 'kite_detected')?.code, 'KITE_NOT_DETECTED');
  });
});
