import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEG_PER_RAD, wrap180 } from '@kitestring/base/angles.ts';
import { memoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { ALICE, expectAccepted, outcome } from '@kitestring/lab-testing/scripted-station.ts';
import { testSecrets } from '@kitestring/lab-testing/test-secrets.ts';
import { PERSONA_NAMES, type PersonaName } from '@kitestring/mavlink-vehicle';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { Station } from '@kitestring/station-core/station.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import type { TrialLine } from './support/join-persona.ts';
import { PersonaTrial } from './support/persona-trial.ts';

/** Where the tether leaves the Ground Station of the simulation. */
const HOME = { latDeg: 47.3769, lonDeg: 8.5417 };
const HEIGHT_M = 20;
const TARGET = { eastM: 40, northM: 30 };
const { latDeg: latitude, lonDeg: longitude } = placeFrom(HOME, TARGET);
const POINT = { point: { latitude, longitude } };
const TURNED_WITHIN_S = 10;
/** The Kite turns alone, in steps of a degree; its GPS and compass add errors to that. */
const REPORTED_DEG = 1;
const TRUE_DEG = 4;

/** A station whose Kite, a MAVLink vehicle, hovers; it has found it there, as after a restart. */
class FlownVehicle implements AsyncDisposable {
  readonly trial: PersonaTrial;
  readonly station: Station;

  private constructor(trial: PersonaTrial, station: Station) {
    this.trial = trial;
    this.station = station;
  }

  static async start(persona: PersonaName, line?: TrialLine): Promise<FlownVehicle> {
    const trial = await PersonaTrial.ready(persona, line);
    trial.orders.takeOff(HEIGHT_M);
    await trial.until('its height', 120, () => Math.abs(trial.simulated.truth().position.up_m - HEIGHT_M) < 1);
    trial.orders.stop();
    const station = new Station({
      aircraft: trial.joined.aircraft,
      clock: trial.clock,
      secrets: testSecrets(),
      settings: { ...DEFAULT_STATION_SETTINGS, installation: 'Tray Mount' },
      store: memoryStore(),
    });
    await trial.until('Flying', 30, () => station.flight.state().flight_state === 'Flying');
    return new FlownVehicle(trial, station);
  }

  get follow() {
    return this.station.camera.follow;
  }

  /** Angle between the true direction of the camera and that from the true position of the Kite to the target. */
  get trueErrorDeg(): number {
    const { camera, position } = this.trial.simulated.truth();
    const [eastM, northM] = [TARGET.eastM - position.east_m, TARGET.northM - position.north_m];
    const depressionDeg = Math.atan2(position.up_m, Math.hypot(eastM, northM)) * DEG_PER_RAD;
    const acrossDeg = wrap180(camera.pan_deg - Math.atan2(eastM, northM) * DEG_PER_RAD);
    return Math.hypot(acrossDeg * Math.cos(depressionDeg / DEG_PER_RAD), camera.tilt_deg - depressionDeg);
  }

  /** Errors that 95 % stay below, of a time in which a gust moves the Kite. */
  async errorsInGust(seconds: number): Promise<{ reportedDeg: number; trueDeg: number }> {
    this.trial.simulated.faults.inject({ type: 'wind_gust', parameters: { peak_mps: 6, hold_s: 8 } });
    const [reported, real]: [number[], number[]] = [[], []];
    for (let step = 0; step < seconds * 2; step += 1) {
      await this.trial.advance(0.5);
      const { error = Number.NaN, state } = this.follow.state();
      assert.equal(state, 'following');
      reported.push(error);
      real.push(this.trueErrorDeg);
    }
    const most = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.95)] ?? Number.NaN;
    return { reportedDeg: most(reported), trueDeg: most(real) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.station.stop();
    await this.trial[Symbol.asyncDispose]();
  }
}

describe('a follow of a position with a MAVLink vehicle', () => {
  const LOSSY: TrialLine = { seed: 7, loss: 0.3, duplicate: 0.1, delayMs: [5, 200] };
  const lines = [['a good line', undefined] as const, ['a line that loses 30 %', LOSSY] as const];
  for (const persona of PERSONA_NAMES)
    for (const [name, line] of persona === 'px4' ? lines : lines.slice(0, 1))
      it(`keeps the camera on it in a gust: the persona ${persona} over ${name}`, async (test) => {
        await using flown = await FlownVehicle.start(persona, line);
        expectAccepted(flown.follow.start(ALICE, POINT, undefined));
        const { trial } = flown;
        const beganUs = trial.clock.nowUs();
        await trial.until('the target', TURNED_WITHIN_S, () => (flown.follow.state().error ?? 90) < REPORTED_DEG);
        const turnedS = (trial.clock.nowUs() - beganUs) / 1e6;
        const { reportedDeg, trueDeg } = await flown.errorsInGust(30);
        test.diagnostic(`${persona}: there in ${turnedS} s, then ${reportedDeg}°, in truth ${trueDeg.toFixed(2)}°`);
        assert.ok(reportedDeg < REPORTED_DEG, `${reportedDeg} degrees`);
        assert.ok(trueDeg < TRUE_DEG, `${trueDeg} degrees in truth`);
      });

  it('ends with its link, and with a landing', async () => {
    await using flown = await FlownVehicle.start('generic');
    const { follow, station, trial } = flown;
    expectAccepted(follow.start(ALICE, POINT, undefined));
    trial.joined.line.isCut = true;
    await trial.until('the end', 10, () => follow.state().ended_by === 'link_lost');
    trial.joined.line.isCut = false;
    await trial.until('Flying', 30, () => station.flight.state().flight_state === 'Flying');
    await trial.until('a follow', 10, () => outcome(follow.start(ALICE, POINT, undefined)) === 'accepted');
    expectAccepted(station.flight.land(ALICE));
    await trial.until('the end', 5, () => follow.state().ended_by === 'not_flying');
  });
});
