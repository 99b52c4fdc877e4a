import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Rotors } from '../body/rotor.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { type PowerLoad, PowerSupply } from './power-supply.ts';

const PERIOD_S = 0.1;
function make(overrides: ParameterOverrides = {}, hasRooftopBox = false) {
  const parameters = parametersWith(overrides);
  return new PowerSupply(parameters, hasRooftopBox, 1, PERIOD_S);
}

/** A Kite that gives so much thrust at sea level. */
function loadOf(thrustN: number, rest: Partial<PowerLoad> = {}): PowerLoad {
  const { rotor, kite } = parametersWith();
  const rotors = new Rotors(rotor, kite.yawInertiaKgM2, 1);
  rotors.commandN = thrustN;
  for (let step = 0; step < 3; step += 1) rotors.step();
  const airflow = { acrossMps: 0, throughMps: 0, aboveGroundM: 20 };
  const load = {
    airDensity: 1.225,
    airflow,
    isKiteSwitchedOn: true,
    isCameraOn: false,
    winchW: 0,
    hasLanded: thrustN === 0,
  };
  return { rotors, ambientC: 20, wireC: 20, ...load, ...rest };
}

function run(power: PowerSupply, seconds: number, load: PowerLoad): void {
  for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) power.step(load);
}

describe('the power supply', () => {
  it('gives the Kite what rotors, computers and camera draw', () => {
    const power = make();
    power.step(loadOf(18));
    near(power.kiteW, 112.37641 / 0.55 + 25, 1e-3);
    power.step(loadOf(18, { isCameraOn: true }));
    near(power.kiteW, 112.37641 / 0.55 + 30, 1e-3);
    power.step(loadOf(18, { isKiteSwitchedOn: false }));
    assert.equal(power.kiteW, 0);
    assert.equal(power.line.currentA, 0);
  });

  it('keeps full batteries full from the mains', () => {
    const power = make();
    run(power, 600, loadOf(18));
    assert.equal(power.kiteBattery.percent, 100);
    assert.equal(power.groundStationBattery.percent, 100);
    near(power.groundStationBattery.voltageV, 3 * 4.173, 1e-9);
  });

  it('charges the Kite in hover, at the cost of a little more current, but not near full power', () => {
    const power = make({ power: { initialPercent: 40 } });
    const load = loadOf(18);
    power.step(load);
    near(power.line.kiteV * power.line.currentA, power.kiteW + 0.325 * 4 * 3.65, 0.1);
    run(power, 1800, load);
    near(power.kiteBattery.percent, 65, 0.05);
    // 32.5 N take 496 W beside the 25 W: the line could bring less than 50 W more than that.
    const busy = make({ power: { initialPercent: 40 } });
    run(busy, 60, loadOf(32.5));
    assert.equal(busy.kiteBattery.percent, 40);
  });

  it('lets the battery give what the line can not bring', () => {
    const power = make();
    power.step(loadOf(36));
    near(power.kiteW, 603, 1);
    near(power.line.kiteV, 70, 1e-9);
    near(power.kiteBattery.voltageV * power.kiteBattery.currentA, power.kiteW - (70 * 42) / 5.3, 0.1);
    assert.equal(power.isKiteSupplied, true);
  });

  it('without the mains the batteries carry Kite and winch', () => {
    const power = make();
    power.isMainPowerPresent = false;
    run(power, 33, loadOf(18, { winchW: 60 }));
    assert.equal(power.isKiteSupplied, true);
    assert.deepEqual([power.line.currentA, power.line.kiteV, power.supplyV], [0, 0, 0]);
    // 230 W at 15 V for 33 s of 0.65 Ah.
    near(power.kiteBattery.percent, 77, 3);
    // 90 W at 11.5 V for 33 s of 0.6 Ah.
    near(power.groundStationBattery.percent, 88, 3);
  });

  it('a Kite without line and battery gets nothing, and the bus carries no current', () => {
    const power = make({ power: { initialPercent: 0 } });
    power.line.isOpen = true;
    power.step(loadOf(18));
    assert.equal(power.isKiteSupplied, false);
    assert.equal(power.kiteBattery.currentA, 0);
  });

  it('a bad contact and an empty battery are too little to fly and enough for the computers', () => {
    const power = make({ power: { initialPercent: 0 } });
    power.line.addedOhm = 20;
    power.step(loadOf(18));
    assert.equal(power.isKiteSupplied, false);
    assert.equal(power.line.currentA, 0);
    power.step(loadOf(0));
    assert.equal(power.isKiteSupplied, true);
  });

  it('a box whose vehicle gives too little has no supply', () => {
    const power = make({}, true);
    assert.equal(power.supplyV, 112);
    if (power.vehicle) power.vehicle.voltageV = 10;
    assert.equal(power.supplyV, 0);
    assert.equal(make().vehicle, undefined);
  });
});
