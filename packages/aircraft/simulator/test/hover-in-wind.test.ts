import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WindConditions } from '../src/air/wind.ts';
import { lineWindMps } from '../src/air/wind-profile.ts';
import { DEFAULT_PARAMETERS } from '../src/parameters.ts';
import { lineHeldUpright } from '../verification/oracle/line-in-wind.ts';
import { FlownAircraft, NO_NOISE } from './flown-aircraft.ts';

interface Hover {
  readonly driftM: Float64Array;
  readonly heightErrorM: Float64Array;
  readonly thrustN: Float64Array;
  readonly angleDeg: Float64Array;
  readonly windMps: number;
}

/** Flights that several tests look at. */
const HOVERS = new Map<string, Hover>();

/** Hovers for ten minutes and looks at truth and report twenty times per second. */
function hover(altitudeM: number, wind: WindConditions, seed: number, parameters = {}): Hover {
  const name = JSON.stringify([altitudeM, wind, seed, parameters]);
  const known = HOVERS.get(name) ?? flownHover(altitudeM, wind, seed, parameters);
  HOVERS.set(name, known);
  return known;
}

function flownHover(altitudeM: number, wind: WindConditions, seed: number, parameters: object): Hover {
  const flight = FlownAircraft.at(altitudeM, { seed, wind, parameters });
  const looks = 12_000;
  const driftM = new Float64Array(looks);
  const heightErrorM = new Float64Array(looks);
  const thrustN = new Float64Array(looks);
  const angleDeg = new Float64Array(looks);
  let windMps = 0;
  for (let index = 0; index < looks; index += 1) {
    flight.advance(0.05);
    const { eastM, northM } = flight.motion;
    driftM[index] = Math.hypot(eastM, northM);
    heightErrorM[index] = Math.abs(flight.altitudeM - altitudeM);
    thrustN[index] = flight.aircraft.simulation.body.rotors.totalN;
    windMps += (flight.kite.windSpeedMps ?? Number.NaN) / looks;
    angleDeg[index] = flight.aircraft.simulation.tether.baseAngleDeg;
  }
  for (const values of [driftM, heightErrorM, thrustN, angleDeg]) values.sort();
  return { driftM, heightErrorM, thrustN, angleDeg, windMps };
}

const quantile = (sorted: Float64Array, share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
const below = (actual: number, most: number, what: string) =>
  assert.ok(actual <= most, `${what}: ${actual} is above ${most}`);

const CALM: WindConditions = { speedMps: 0, fromDeg: 0, turbulence: 'none' };
const FRESH: WindConditions = { speedMps: 8, fromDeg: 270, turbulence: 'light' };
const ROUGH: WindConditions = { speedMps: 8, fromDeg: 270, turbulence: 'moderate' };

describe('hovering', () => {
  for (const [name, wind] of Object.entries({ CALM, FRESH })) {
    for (const altitudeM of [10, 44]) {
      it(`stays within half a metre of ${altitudeM} m and within 2.5 m of its place: ${name}`, () => {
        for (const seed of [1, 2, 3]) {
          const { driftM, heightErrorM } = hover(altitudeM, wind, seed);
          below(quantile(heightErrorM, 0.95), 0.35, 'height error, 95 %');
          below(quantile(heightErrorM, 1), 0.5, 'height error');
          below(quantile(driftM, 0.95), 1.2, 'drift, 95 %');
          below(quantile(driftM, 1), 2.5, 'drift');
        }
      });
    }
  }

  it('does not stand as if nailed: the height wanders by some decimetres over an hour of flights', () => {
    const worst = [1, 2, 3, 4, 5, 6].map((seed) => quantile(hover(10, CALM, seed).heightErrorM, 1));
    assert.ok(Math.max(...worst) > 0.1, `${worst}`);
  });

  it('in rough air still stays where it is, at more thrust', () => {
    const { driftM, thrustN, heightErrorM, angleDeg } = hover(44, ROUGH, 1);
    below(quantile(driftM, 0.95), 1.4, 'drift, 95 %');
    below(quantile(heightErrorM, 0.95), 0.45, 'height error, 95 %');
    // 15 N of tether at most, its 3 N of weight, and the vertical gusts.
    below(quantile(thrustN, 1), 33, 'thrust');
    below(quantile(angleDeg, 0.95), 30, 'angle at the base, 95 %');
  });

  for (const [name, wind, driftLimitM, angleLimitDeg] of [
    ['8 m/s, light turbulence', FRESH, 1.2, 20],
    ['10 m/s, moderate turbulence', { ...ROUGH, speedMps: 10 }, 1.8, 40],
  ] as const) {
    it(`holds at the end of its tether: ${name}`, () => {
      for (const seed of [1, 2, 3]) {
        const { driftM, thrustN, angleDeg } = hover(45, wind, seed);
        below(quantile(driftM, 0.95), driftLimitM, 'drift, 95 %');
        below(quantile(angleDeg, 0.95), angleLimitDeg, 'angle at the base, 95 %');
        below(quantile(thrustN, 0.95), 0.85 * 36, 'thrust, 95 %');
      }
    });
  }

  it('at a maximum, flown with the margin of the station, neither is nor is reported above it, in moderate turbulence', () => {
    for (const [maxM, speedMps] of [
      [45, 8],
      [45, 10],
      [30, 10],
    ] as const) {
      for (const seed of [1, 2, 3, 4, 5]) {
        // The climb with its overshoot is looked at too.
        const flight = new FlownAircraft({ seed, wind: { ...ROUGH, speedMps } });
        flight.aircraft.takeOff(1);
        flight.advance(8);
        flight.aircraft.setAltitude(maxM - 0.45);
        for (let look = 0; look < 3000; look += 1) {
          flight.advance(0.1);
          below(flight.motion.upM, maxM - 1e-9, `true height in ${speedMps} m/s, seed ${seed}`);
          below(flight.altitudeM, maxM - 1e-9, `reported altitude in ${speedMps} m/s, seed ${seed}`);
        }
      }
    }
  });

  it('knows the wind by the drag of Kite and tether', () => {
    const steady = hover(44, { speedMps: 8, fromDeg: 270, turbulence: 'none' }, 1);
    assert.ok(Math.abs(steady.windMps - 9.886) < 0.15, `${steady.windMps}`);
  });

  it('needs the thrust of its weight, of the drag and of the tether that the wind bows, no more', () => {
    const { thrustN, angleDeg } = hover(44, { speedMps: 8, fromDeg: 270, turbulence: 'none' }, 1, NO_NOISE);
    const airspeed = 8 * 4.4 ** (1 / 7);
    // 20 degrees at 408 m: 96,519 Pa there, and 44 m above it by the ideal gas.
    const density = 1.1422;
    const dragN = 0.06 * airspeed + 0.5 * density * DEFAULT_PARAMETERS.kite.dragAreaM2 * airspeed ** 2;
    const windMps = (heightM: number) => lineWindMps(8, heightM - 0.3, 1 / 7);
    // The length that reaches 44 m and the depth of the exit below the cradle.
    const line = { ...DEFAULT_PARAMETERS.tether, lengthM: 44.3 + 0.48, airDensity: density, windMps };
    const held = lineHeldUpright(line, 6 + 0.04 * airspeed ** 2 * (44 / 45));
    assert.ok(Math.abs(held.heightM - 44.3) < 0.05, `${held.heightM}`);
    const expected = Math.hypot(1.2 * 9.80665 + held.topUpN, dragN - held.topAlongN);
    assert.ok(Math.abs(quantile(thrustN, 0.5) - expected) < 0.1, `${quantile(thrustN, 0.5)} N, not ${expected} N`);
    const baseDeg = (Math.atan2(held.baseAlongN, held.baseUpN) * 180) / Math.PI;
    assert.ok(Math.abs(quantile(angleDeg, 0.5) - baseDeg) < 0.2, `${quantile(angleDeg, 0.5)}, not ${baseDeg} degrees`);
  });

  it('rides out a gust of 8 m/s', () => {
    const flight = FlownAircraft.at(20, { wind: { speedMps: 4, fromDeg: 270, turbulence: 'none' } });
    flight.aircraft.gust({ peakMps: 8, riseS: 2, holdS: 3, fallS: 2, fromDeg: 180 });
    let driftM = 0;
    let heightErrorM = 0;
    for (let index = 0; index < 400; index += 1) {
      flight.advance(0.05);
      driftM = Math.max(driftM, flight.motion.northM);
      heightErrorM = Math.max(heightErrorM, Math.abs(flight.altitudeM - 20));
    }
    assert.ok(driftM > 0.2, `the gust must be felt: ${driftM} m`);
    below(driftM, 2.5, 'drift');
    below(heightErrorM, 0.5, 'height error');
  });

  it('without satellites holds its place by the tether, less well', () => {
    const flight = new FlownAircraft({ wind: { speedMps: 5, fromDeg: 270, turbulence: 'light' } });
    flight.aircraft.setGpsAvailable(false);
    flight.flyAt(20);
    assert.equal(flight.kite.gps, undefined);
    assert.equal(flight.sample.groundStation.gps, undefined);
    assert.equal(flight.aircraft.simulation.position.source, 'tether');
    let worstM = 0;
    for (let index = 0; index < 6_000; index += 1) {
      flight.advance(0.05);
      worstM = Math.max(worstM, Math.hypot(flight.motion.eastM, flight.motion.northM));
    }
    below(worstM, 2, 'drift');
  });
});
