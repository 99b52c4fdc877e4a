import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import { FaultedFlight, hasHazard } from './faulted-flight.ts';

const isDown = ({ simulation }: FaultedFlight) => simulation.body.isOnGround && simulation.autopilot.phase === 'Off';

function untilDown(flight: FaultedFlight, withinS: number): number {
  return flight.until(() => isDown(flight), withinS);
}

describe('tether_cut', () => {
  it('takes pull, current and data away at once, and is found by that', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'tether_cut' });
    flight.advance(0.1);
    const { kite, camera, groundStation } = flight.sample;
    assert.deepEqual([kite, camera], [undefined, undefined]);
    within(groundStation.tether?.tensionN, 0, 0.4);
    assert.equal(groundStation.tether?.angleDeg, undefined);
    assert.equal(flight.aircraft.truth().power.kite_v, 0);
    within(flight.until(hasHazard('tetherDamaged'), 2), 0, 1.5);
  });

  it('makes the Kite land by itself below where it is, for safety, on its battery', () => {
    const flight = FaultedFlight.at(40);
    const { eastM, northM } = flight.motion;
    flight.inject({ type: 'tether_cut' });
    within(untilDown(flight, 60), 24, 34);
    within(Math.hypot(flight.motion.eastM - eastM, flight.motion.northM - northM), 0, 3);
    const { has_crashed, power } = flight.aircraft.truth();
    assert.equal(has_crashed, false);
    within(power.kite_battery_percent, 20, 95);
    assert.equal(flight.sample.groundStation.kiteInCradle, false);
    assert.equal(flight.hazards.tetherDamaged, true);
  });

  it('without satellites lets it drift with the wind, and come down all the same', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'gps_loss' });
    flight.advance(2);
    flight.inject({ type: 'tether_cut' });
    untilDown(flight, 40);
    // The wind blows from the West.
    within(flight.motion.eastM, 5, 120);
    within(Math.abs(flight.motion.northM), 0, 20);
  });

  it('lets the Kite carry what hangs below it', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'tether_cut', parameters: { at_m: 5 } });
    flight.advance(0.5);
    within(flight.aircraft.truth().tether.tension_kite_n, 15 * 0.0065 * 9.8 - 0.2, 15.5 * 0.0065 * 9.8 + 0.2);
    assert.equal(flight.aircraft.truth().tether.is_cut, true);
  });

  it('can not be cleared, nor expire, while the Kite is in the air', () => {
    const flight = FaultedFlight.at(20);
    const { id } = flight.inject({ type: 'tether_cut', duration: 3 });
    flight.advance(5);
    const { faults } = flight.aircraft;
    assert.match(
      flight.refusalOf(faults.clear(id)),
      /Kite in the air: it can be replaced when the Kite is on the ground/,
    );
    const [left] = faults.clearAll();
    assert.equal(left?.status, 'active');
    assert.match(left?.reason ?? '', /Kite in the air/);
    assert.equal(flight.aircraft.truth().tether.is_cut, true);
    flight.until(() => faults.list()[0]?.status === 'expired', 60);
    assert.equal(flight.simulation.body.isOnGround, true);
    assert.equal(flight.aircraft.truth().tether.is_cut, false);
  });

  it('ends with a new tether and the Kite in its cradle', () => {
    const flight = FaultedFlight.at(10);
    const fault = flight.inject({ type: 'tether_cut' });
    untilDown(flight, 30);
    flight.clear(fault);
    flight.advance(1);
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
    assert.deepEqual([flight.motion.eastM, flight.motion.northM], [0, 0]);
    flight.assertHealthy();
  });

  it('is refused when it is cut already; other faults of it then are, too', () => {
    const flight = FaultedFlight.at(3);
    flight.inject({ type: 'tether_cut' });
    flight.advance(0.1);
    for (const type of ['tether_cut', 'tether_damage', 'tether_voltage_loss', 'kite_data_missing'] as const) {
      assert.match(flight.refusalOf(flight.aircraft.faults.inject({ type })), /cut|tether/, type);
    }
  });
});

describe('tether_damage', () => {
  it('is found by its line, which flickers', () => {
    const flight = FaultedFlight.at(10);
    const fault = flight.inject({ type: 'tether_damage' });
    flight.until(hasHazard('tetherDamaged'), 15);
    assert.equal(flight.aircraft.truth().tether.is_cut, false);
    flight.clear(fault);
    flight.until((sample) => !hasHazard('tetherDamaged')(sample), 20);
  });

  it('breaks the tether when the wind asks for more than what is left', () => {
    const flight = FaultedFlight.at(20);
    const fault = flight.inject({ type: 'tether_damage' });
    flight.advance(20);
    assert.equal(flight.aircraft.truth().tether.is_cut, false);
    flight.inject({ type: 'wind_change', parameters: { speed_mps: 22, ramp_s: 5 } });
    flight.until(() => flight.aircraft.truth().tether.is_cut, 60);
    assert.match(flight.refusalOf(flight.aircraft.faults.clear(fault.id)), /in the air/);
    untilDown(flight, 60);
    flight.clear(fault);
    flight.aircraft.faults.clearAll();
    flight.assertHealthy();
  });
});

describe('spool_stuck', () => {
  it('keeps the length; a climbing Kite pulls at it and comes no higher, and it is found', () => {
    const flight = FaultedFlight.at(20);
    const fault = flight.inject({ type: 'spool_stuck' });
    flight.advance(0.1);
    const lengthM = flight.sample.groundStation.tether?.lengthM ?? Number.NaN;
    flight.aircraft.setAltitude(30);
    within(flight.until(hasHazard('spoolStuck'), 10), 0, 6);
    flight.advance(10);
    assert.equal(flight.sample.groundStation.tether?.lengthM, lengthM);
    within(flight.motion.upM, 19, 21);
    within(flight.sample.groundStation.tether?.tensionN, 10, 30);
    flight.clear(fault);
    flight.until((sample) => !hasHazard('spoolStuck')(sample), 10);
    flight.advance(20);
    within(flight.altitudeM, 29, 31);
  });

  it('leaves a sinking Kite with a slack tether, and is found', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'spool_stuck' });
    flight.aircraft.setAltitude(10);
    flight.until(hasHazard('spoolStuck'), 10);
    flight.advance(10);
    assert.equal(flight.aircraft.truth().tether.is_slack, true);
    within(flight.sample.groundStation.tether?.tensionN, 0, 1);
  });

  it('is found in the cradle by the test of the winch', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'spool_stuck' });
    flight.until(hasHazard('spoolStuck'), 2);
  });
});

describe('force_sensor', () => {
  const FORMS = [
    ['bias', { mode: 'bias' }, 6],
    ['bias to the other side', { mode: 'bias', bias_n: -4 }, 6],
    ['freeze', { mode: 'freeze' }, 1],
    ['silent', { mode: 'silent' }, 0.5],
  ] as const;
  for (const [name, parameters, withinS] of FORMS) {
    it(`${name}: is found, and the tension goes on by what the Kite feels`, () => {
      const flight = FaultedFlight.at(20);
      const healthyN = flight.aircraft.truth().tether.tension_kite_n;
      const fault = flight.inject({ type: 'force_sensor', parameters });
      flight.until(hasHazard('forceSensorFault'), withinS);
      flight.advance(20);
      within(flight.aircraft.truth().tether.tension_kite_n, healthyN - 1.5, healthyN + 1.5);
      assert.equal(flight.sample.groundStation.tether?.tensionN === undefined, name === 'silent');
      flight.aircraft.setAltitude(12);
      flight.advance(20);
      within(flight.motion.upM, 11, 13);
      flight.clear(fault);
      flight.until((sample) => !hasHazard('forceSensorFault')(sample), 15);
    });
  }

  it('freezes at exactly one reading', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'force_sensor', parameters: { mode: 'freeze' } });
    flight.advance(0.1);
    const reading = flight.sample.groundStation.tether;
    flight.advance(5);
    assert.equal(flight.sample.groundStation.tether?.tensionN, reading?.tensionN);
    assert.equal(flight.sample.groundStation.tether?.angleDeg, reading?.angleDeg);
  });
});

describe('a tether that breaks by itself', () => {
  it('is replaced by hand, or when all faults are cleared, once the Kite is on the ground', () => {
    const flight = FaultedFlight.at(10);
    // As of a Kite that a storm has thrown into its tether.
    flight.simulation.tether.cut(3);
    flight.advance(1);
    flight.aircraft.replaceTether();
    flight.aircraft.faults.clearAll();
    assert.equal(flight.aircraft.truth().tether.is_cut, true);
    untilDown(flight, 30);
    flight.aircraft.faults.clearAll();
    assert.equal(flight.aircraft.truth().tether.is_cut, false);
    flight.assertHealthy();
  });
});
