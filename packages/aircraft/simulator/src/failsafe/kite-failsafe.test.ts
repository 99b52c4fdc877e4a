import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { FlownAircraft } from '../../test/flown-aircraft.ts';

/** A Kite without commands, with a fault on the power of its tether. */
function alone(altitudeM: number, breakLine: (power: FlownAircraft['aircraft']['simulation']['power']) => void) {
  const flight = FlownAircraft.at(altitudeM);
  breakLine(flight.aircraft.simulation.power);
  return flight;
}

describe('the failsafe of the Kite', () => {
  it('lands it by itself when the tether brings no voltage, with battery to spare, whoever commands what', () => {
    const flight = alone(40, (power) => {
      power.line.isOpen = true;
    });
    near(
      flight.until(({ kite }) => kite?.failsafeLanding === true, 5),
      2,
      0.2,
      'seconds until it lands',
    );
    flight.aircraft.setAltitude(40);
    const landingS = flight.until(({ kite }) => kite?.landedState === 'OnGround', 45);
    assert.ok(landingS > 25, `${landingS} s`);
    assert.ok((flight.kite.batteryPercent ?? 0) > 50, `${flight.kite.batteryPercent} %`);
    assert.equal(flight.aircraft.simulation.body.hasCrashed, false);
  });

  it('lands it beside a line that brings too little, before its battery is empty', () => {
    const flight = alone(40, (power) => {
      power.line.addedOhm = 20;
    });
    flight.until(({ kite }) => kite?.failsafeLanding === true, 400);
    near(flight.kite.batteryPercent, 50, 0.5);
    flight.until(({ kite }) => kite?.landedState === 'OnGround', 45);
    assert.ok((flight.kite.batteryPercent ?? 0) > 30, `${flight.kite.batteryPercent} %`);
    assert.equal(flight.aircraft.simulation.body.hasCrashed, false);
  });

  it('lets it fly through an interruption of a second, and on a battery that is being charged', () => {
    const flight = alone(10, (power) => {
      power.line.isOpen = true;
    });
    const { power } = flight.aircraft.simulation;
    flight.advance(1);
    power.line.isOpen = false;
    flight.advance(0.2);
    power.kiteBattery.percent = 20;
    flight.advance(10);
    assert.equal(flight.kite.failsafeLanding, false);
  });
});
