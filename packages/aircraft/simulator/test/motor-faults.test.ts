import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import type { WindConditions } from '../src/air/wind.ts';
import { FlownAircraft } from './flown-aircraft.ts';

const rotors = (flight: FlownAircraft) => flight.aircraft.simulation.body.rotors;

/** A motor dies at 40 m: what happened until the Kite is down. */
function landOnFour(seed: number, wind: WindConditions) {
  const flight = FlownAircraft.at(40, { seed, wind });
  rotors(flight).effectiveness[seed % 6] = 0;
  const foundS = flight.until(({ kite }) => kite?.hazards.motorFailed === true, 2);
  flight.aircraft.land('safety');
  let mostLeanDeg = 0;
  let mostDriftM = 0;
  let mostSinkMps = 0;
  const landingS = flight.until((sample) => {
    const { lean } = flight.aircraft.simulation.body;
    const { eastM, northM, upMps } = flight.motion;
    mostLeanDeg = Math.max(mostLeanDeg, (Math.acos(1 / lean.stretch) * 180) / Math.PI);
    mostDriftM = Math.max(mostDriftM, Math.hypot(eastM, northM));
    mostSinkMps = Math.max(mostSinkMps, -upMps);
    return sample.kite?.landedState === 'OnGround';
  }, 60);
  return { flight, foundS, landingS, mostLeanDeg, mostDriftM, mostSinkMps };
}

const CALM: WindConditions = { speedMps: 0, fromDeg: 0, turbulence: 'none' };
const BREEZE: WindConditions = { speedMps: 5, fromDeg: 250, turbulence: 'light' };

describe('motors that fail in flight', () => {
  for (const [name, wind] of [
    ['calm air', CALM],
    ['5 m/s', BREEZE],
  ] as const) {
    it(`a Kite lands safely on four rotors in ${name}, whichever motor has died`, () => {
      for (let seed = 1; seed <= 6; seed += 1) {
        const { flight, foundS, landingS, ...worst } = landOnFour(seed, wind);
        const text = `seed ${seed}: ${JSON.stringify({ foundS, landingS, ...worst })}`;
        assert.ok(foundS <= 0.3, text);
        assert.ok(landingS > 24 && landingS < 40, text);
        assert.ok(worst.mostSinkMps < 2.5 && worst.mostDriftM < 3 && worst.mostLeanDeg < 25, text);
        assert.equal(flight.aircraft.simulation.body.hasCrashed, false, text);
        assert.equal(flight.sample.groundStation.kiteInCradle, true, text);
      }
    });
  }

  it('its heading wanders, and heading, camera and count of turns go along', () => {
    const flight = FlownAircraft.at(20, { wind: BREEZE });
    flight.aircraft.movePan({ kind: 'atRate', rateDps: 10, durationS: 60 });
    flight.advance(1);
    rotors(flight).effectiveness[0] = 0;
    const { yaw } = flight.aircraft.simulation.body;
    let turnedDeg = 0;
    let lastDeg = yaw.headingDeg;
    for (let tenth = 0; tenth < 300; tenth += 1) {
      flight.advance(0.1);
      turnedDeg += Math.abs(yaw.headingDeg - lastDeg);
      lastDeg = yaw.headingDeg;
      if (tenth < 5) continue;
      near(flight.kite.headingUnwrappedDeg, yaw.headingDeg, 6);
      near(flight.sample.camera?.panDeg, yaw.headingDeg, 12);
      assert.equal(flight.kite.isRotating, false);
    }
    // A rate of 20 degrees per second (1 sigma) is 16 in the mean of its size.
    assert.ok(turnedDeg > 30 * 6 && turnedDeg < 30 * 32, `${turnedDeg} degrees in 30 s`);
    near(flight.altitudeM, 20, 0.7);
  });

  it('a pan that is asked for while the heading is lost does nothing, also not later', () => {
    const flight = FlownAircraft.at(10);
    rotors(flight).effectiveness[3] = 0;
    flight.advance(1);
    flight.aircraft.movePan({ kind: 'toAngle', angleDeg: 200 });
    flight.advance(0.1);
    assert.equal(flight.kite.isRotating, false);
  });

  it('four rotors carry no more than 24 N at sea level, and need more power for it', () => {
    const flight = FlownAircraft.at(10);
    const { power, body } = flight.aircraft.simulation;
    const before = { kiteW: power.kiteW, thrustN: body.rotors.totalN };
    body.rotors.effectiveness[2] = 0;
    flight.advance(10);
    near(body.rotors.limitN, (24.012 * body.motion.airDensity) / 1.225, 1e-9);
    const wattPerThrust = (kiteW: number, thrustN: number) => (kiteW - 30) / thrustN ** 1.5;
    const ratio = wattPerThrust(power.kiteW, body.rotors.totalN) / wattPerThrust(before.kiteW, before.thrustN);
    near(ratio, Math.sqrt(1.5), 0.05);
  });

  it('a weak motor is found, said, and does not disturb the flight', () => {
    const flight = FlownAircraft.at(20, { wind: BREEZE });
    rotors(flight).effectiveness[4] = 0.7;
    flight.until(({ kite }) => kite?.hazards.motorWeak === true, 4);
    assert.equal(flight.kite.hazards.motorFailed, false);
    for (let second = 0; second < 30; second += 1) {
      flight.advance(1);
      near(flight.altitudeM, 20, 0.7);
      near(flight.kite.headingUnwrappedDeg, 40, 5);
    }
    const { motors } = flight.aircraft.simulation.heat;
    flight.advance(120);
    assert.ok((motors[4]?.temperatureC ?? 0) > (motors[0]?.temperatureC ?? 99) + 8);
    rotors(flight).effectiveness[4] = 1;
    flight.until(({ kite }) => kite?.hazards.motorWeak === false, 10);
  });

  it('a motor that is dead before the take-off is found on the ground, and forgotten when it is mended', () => {
    const flight = new FlownAircraft();
    rotors(flight).effectiveness[1] = 0;
    flight.until(({ kite }) => kite?.hazards.motorFailed === true, 2);
    rotors(flight).effectiveness[1] = 1;
    flight.until(({ kite }) => kite?.hazards.motorFailed === false, 6);
    flight.aircraft.takeOff(1);
    flight.advance(10);
    near(flight.altitudeM, 1, 0.4);
  });

  it('with two dead motors that do not face each other the Kite falls', () => {
    const flight = FlownAircraft.at(20);
    rotors(flight).effectiveness[0] = 0;
    rotors(flight).effectiveness[1] = 0;
    flight.advance(4);
    assert.equal(flight.motion.upM, 0);
    assert.equal(flight.aircraft.simulation.body.hasCrashed, true);
  });
});
