import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import { FlownAircraft } from './flown-aircraft.ts';

const isAbove =
  (heightM: number) =>
  ({ kite }: AircraftSample) =>
    (kite?.altitudeM ?? 0) >= heightM;
const isDown = ({ kite }: AircraftSample) => (kite?.altitudeM ?? 1) <= 0;
const isGrounded = ({ kite }: AircraftSample) => kite?.landedState === 'OnGround';

describe('the times of a flight', () => {
  it('reaches 1 m within 5 s of the take-off', () => {
    const flight = new FlownAircraft();
    flight.aircraft.takeOff(1);
    within(flight.until(isAbove(0.9), 10), 2, 5);
  });

  it('climbs to 45 m in about 60 s and lands from there in about 65 s', () => {
    const flight = new FlownAircraft();
    flight.aircraft.takeOff(1);
    flight.advance(8);
    flight.aircraft.setAltitude(45);
    within(flight.until(isAbove(44.7), 80), 57, 63);
    flight.advance(10);
    flight.aircraft.land('normal');
    within(flight.until(isDown, 80), 58, 66);
    within(flight.until(isGrounded, 10), 0, 4);
  });

  it('stops its motors soon after a landing for safety', () => {
    const flight = FlownAircraft.at(10);
    flight.aircraft.land('safety');
    flight.until(isDown, 20);
    within(flight.until(isGrounded, 10), 0, 4);
  });

  it('meets its cradle gently, in wind too, from both landings', () => {
    for (const how of ['normal', 'safety'] as const) {
      const flight = FlownAircraft.at(6, { seed: 5, wind: { speedMps: 8, fromDeg: 30, turbulence: 'light' } });
      flight.aircraft.land(how);
      let lastMps = 0;
      while (flight.motion.upM > 0) {
        lastMps = -flight.motion.upMps;
        flight.clock.runSteps(1);
      }
      within(lastMps, 0.1, 0.9);
      flight.until(isGrounded, 10);
      assert.equal(flight.sample.groundStation.kiteInCradle, true);
    }
  });

  it('lands with the heading that it had in its cradle, and keeps the count of its turns', () => {
    const flight = new FlownAircraft();
    flight.advance(0.1);
    const startDeg = flight.kite.headingUnwrappedDeg;
    flight.flyAt(12);
    flight.aircraft.movePan({ kind: 'toAngle', angleDeg: startDeg + 360 + 150 });
    flight.advance(40);
    flight.aircraft.land('normal');
    flight.until(isDown, 40);
    within(flight.kite.headingUnwrappedDeg, startDeg + 355, startDeg + 365);
    flight.until(isGrounded, 10);
    flight.advance(2);
    within(flight.kite.headingUnwrappedDeg, startDeg + 359, startDeg + 361);
  });

  it('is turned by its cradle when there was no time to turn on the way down', () => {
    const flight = new FlownAircraft();
    flight.advance(0.1);
    const startDeg = flight.kite.headingUnwrappedDeg;
    flight.flyAt(2);
    flight.aircraft.movePan({ kind: 'toAngle', angleDeg: startDeg - 170 });
    flight.advance(20);
    flight.aircraft.land('safety');
    flight.until(isDown, 40);
    within(flight.kite.headingUnwrappedDeg, startDeg - 170, startDeg - 20);
    flight.until(isGrounded, 10);
    flight.advance(2);
    const { body, parameters } = flight.aircraft.simulation;
    within(body.yaw.headingDeg, parameters.site.cradleHeadingDeg - 0.1, parameters.site.cradleHeadingDeg + 0.1);
    // Its compass knows that to some degrees: the error of a flight's last look at it.
    within(flight.kite.headingUnwrappedDeg, startDeg - 6, startDeg + 6);
  });
});
