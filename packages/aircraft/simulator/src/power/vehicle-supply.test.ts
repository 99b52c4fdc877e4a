import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { VehicleSupply } from './vehicle-supply.ts';

const make = () => new VehicleSupply(DEFAULT_PARAMETERS.vehicle, 0.1);

/** Seconds until the box is asleep; undefined when it does not fall asleep in so long. */
function fallsAsleepIn(vehicle: VehicleSupply, withinS: number, hasLanded = true): number | undefined {
  for (let period = 1; period <= withinS * 10; period += 1) {
    vehicle.step(hasLanded);
    if (vehicle.isAsleep) return period / 10;
  }
  return undefined;
}

describe('the supply of a Rooftop Box', () => {
  it('stays awake with the engine running', () => {
    assert.equal(fallsAsleepIn(make(), 1000), undefined);
  });

  it('sleeps after five minutes below 12.4 V, and not at 12.4 V', () => {
    const vehicle = make();
    vehicle.voltageV = 12.39;
    assert.equal(fallsAsleepIn(vehicle, 400), 300);
    const atLimit = make();
    atLimit.voltageV = 12.4;
    assert.equal(fallsAsleepIn(atLimit, 400), undefined);
  });

  it('never sleeps in flight, and starts counting when the Kite has landed', () => {
    const vehicle = make();
    vehicle.voltageV = 12;
    assert.equal(fallsAsleepIn(vehicle, 1000, false), undefined);
    assert.equal(fallsAsleepIn(vehicle, 400), 300);
  });

  it('begins anew when the supply was back in between', () => {
    const vehicle = make();
    vehicle.voltageV = 12;
    assert.equal(fallsAsleepIn(vehicle, 299), undefined);
    vehicle.voltageV = 12.5;
    vehicle.step(true);
    vehicle.voltageV = 12;
    assert.equal(fallsAsleepIn(vehicle, 400), 300);
  });

  it('wakes up above 13.1 V, not before', () => {
    const vehicle = make();
    vehicle.voltageV = 12;
    fallsAsleepIn(vehicle, 400);
    vehicle.voltageV = 13.1;
    vehicle.step(true);
    assert.equal(vehicle.isAsleep, true);
    vehicle.voltageV = 13.2;
    vehicle.step(true);
    assert.equal(vehicle.isAsleep, false);
  });
});
