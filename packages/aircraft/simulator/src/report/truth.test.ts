import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { FAULT_TYPES } from '@kitestring/station-contract/sim/faults.ts';
import { SimulatedAircraft } from '../simulated-aircraft.ts';
import { SimulationClock } from '../simulation-clock.ts';

const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;
/** In the air in a steady wind from the West. */
function flown(heightM: number) {
  const aircraft = new SimulatedAircraft({
    seed: 1,
    startTimeUs: START_US,
    wind: { speedMps: 6, fromDeg: 270, turbulence: 'none' },
    parameters: { rooftopBox: { lidsOpenAtStart: true } },
  });
  const clock = new SimulationClock(aircraft);
  aircraft.takeOff(1);
  clock.advance(8);
  aircraft.setAltitude(heightM);
  clock.advance(heightM / 0.7 + 10);
  return { aircraft, clock };
}

/** Every number in a value, with its path. */
function* numbers(value: unknown, path = ''): Generator<readonly [string, number]> {
  if (typeof value === 'number') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* numbers(part, `${path}.${name}`);
  }
}

describe('the truth', () => {
  it('is the state, without the errors of sensors', () => {
    const { aircraft } = flown(20);
    const { body, winch } = aircraft.simulation;
    const truth = aircraft.truth();
    assert.deepEqual(truth.position, { east_m: body.motion.eastM, north_m: body.motion.northM, up_m: body.motion.upM });
    assert.equal(truth.tether.length_m, winch.lengthM);
    near(truth.wind.speed_mps, 6 * (truth.position.up_m / 10) ** (1 / 7), 0.01);
    near(truth.wind.from_deg, 270, 1e-6);
    near(
      truth.rotor_thrust_n.reduce((sum, each) => sum + each, 0),
      body.rotors.totalN,
      1e-9,
    );
    assert.equal(truth.is_on_ground, false);
    near(
      truth.power.supply_v - truth.power.kite_v,
      truth.power.tether_a * (truth.power.tether_loss_w / truth.power.tether_a ** 2),
      1e-6,
    );
  });

  it('tells the time of the station', () => {
    const { aircraft, clock } = flown(2);
    const { time } = aircraft.truth();
    clock.advance(1.25);
    assert.equal(Date.parse(aircraft.truth().time) - Date.parse(time), 1250);
  });

  it('is made of numbers, with every fault there is and with none', () => {
    for (const type of FAULT_TYPES) {
      const { aircraft, clock } = flown(3);
      aircraft.faults.inject({ type });
      clock.advance(20);
      for (const [path, number] of numbers(aircraft.truth())) assert.ok(Number.isFinite(number), `${type}: ${path}`);
    }
  });
});

describe('the shape of the tether', () => {
  it('goes from the Ground Station to the Kite, bowed with the wind, at equal lengths', () => {
    const { aircraft } = flown(20);
    const shape = aircraft.tetherShape(21);
    const { position, tether } = aircraft.truth();
    assert.equal(shape.length, 21);
    assert.deepEqual(shape[0], { east_m: 0, north_m: 0, up_m: 0 });
    const end = shape[20];
    near(end?.east_m ?? Number.NaN, position.east_m, 0.05);
    near(end?.up_m ?? Number.NaN, position.up_m, 0.05);
    const middleM = shape[10]?.east_m ?? Number.NaN;
    assert.ok(middleM > position.east_m / 2 + 0.1, `${middleM} m: the wind from the West bows it to the East`);
    const lengthM = shape.slice(1).reduce((sum, point, index) => {
      const from = shape[index] ?? point;
      return sum + Math.hypot(point.east_m - from.east_m, point.north_m - from.north_m, point.up_m - from.up_m);
    }, 0);
    near(lengthM, tether.length_m, 0.05);
  });

  it('refuses a number of points that makes no sense', () => {
    const { aircraft } = flown(2);
    for (const points of [1, 501, 2.5, Number.NaN, -3]) {
      assert.throws(() => aircraft.tetherShape(points), /points must be an integer from 2 to 500/);
    }
  });
});
