import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WindConditions } from '../../src/air/wind.ts';
import { FlownAircraft } from '../flown-aircraft.ts';

const FRESH: WindConditions = { speedMps: 10, fromDeg: 270, turbulence: 'moderate' };
const LIGHT: WindConditions = { speedMps: 5, fromDeg: 120, turbulence: 'light' };

/** Adds the names of what is reported now. */
function note(alarms: Set<string>, { sample }: FlownAircraft): void {
  for (const hazards of [sample.kite?.hazards ?? {}, sample.groundStation.hazards])
    for (const [name, isFound] of Object.entries(hazards)) if (isFound) alarms.add(name);
}

/** Reports of monitors in a flight without any fault, checked ten times a second. */
function falseAlarms(seed: number, wind: WindConditions, altitudeM: number): readonly string[] {
  const flight = new FlownAircraft({ seed, wind });
  const alarms = new Set<string>();
  const look = (seconds: number) => {
    for (let count = 0; count < seconds * 10; count += 1) {
      flight.advance(0.1);
      note(alarms, flight);
      if (flight.sample.groundStation.isMoving) alarms.add('moving');
    }
  };
  flight.aircraft.takeOff(1);
  look(8);
  flight.aircraft.setAltitude(altitudeM);
  look(1200);
  flight.aircraft.land('safety');
  look(40);
  return [...alarms];
}

/** Their reports while one gust on top of a light wind passes. */
function alarmsOfGust(peakMps: number, fromDeg: number, altitudeM: number, seed = 7): readonly string[] {
  const flight = new FlownAircraft({ seed, wind: LIGHT });
  flight.aircraft.takeOff(altitudeM);
  flight.advance(90);
  flight.aircraft.gust({ peakMps, riseS: 2, holdS: 3, fallS: 2, fromDeg });
  const alarms = new Set<string>();
  for (let count = 0; count < 300; count += 1) {
    flight.advance(0.1);
    note(alarms, flight);
  }
  return [...alarms];
}

describe('the monitors of a healthy aircraft', () => {
  for (const [name, wind] of Object.entries({ FRESH, LIGHT })) {
    for (const altitudeM of [8, 25, 44]) {
      it(`are silent for 20 minutes at ${altitudeM} m, take-off and landing included: ${name}`, () => {
        for (const seed of [11, 12, 13]) assert.deepEqual(falseAlarms(seed, wind, altitudeM), [], `seed ${seed}`);
      });
    }
  }

  for (const peakMps of [4, 8, 12]) {
    it(`are silent when a gust of ${peakMps} m/s passes, from anywhere, and the Kite stays by its satellites`, () => {
      for (const fromDeg of [0, 120, 240]) {
        for (const altitudeM of [15, 40]) {
          assert.deepEqual(alarmsOfGust(peakMps, fromDeg, altitudeM), [], `from ${fromDeg} degrees at ${altitudeM} m`);
        }
      }
    });
  }

  it('are silent when a strong gust crosses the wind, and while it dies down', () => {
    for (const seed of [2, 5, 11, 19]) {
      for (const fromDeg of [0, 120]) assert.deepEqual(alarmsOfGust(12, fromDeg, 40, seed), [], `seed ${seed}`);
    }
  });
});
