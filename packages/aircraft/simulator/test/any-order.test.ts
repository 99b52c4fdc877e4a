import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RandomStream, randomStream } from '../src/noise/rng.ts';
import type { SimulatedAircraft } from '../src/simulated-aircraft.ts';
import { FlownAircraft } from './flown-aircraft.ts';

const COMMANDS: readonly ((aircraft: SimulatedAircraft, random: RandomStream) => void)[] = [
  (aircraft, random) => aircraft.takeOff(random.uniform() * 60 - 10),
  (aircraft, random) => aircraft.setAltitude(random.uniform() * 80 - 20),
  (aircraft) => aircraft.holdAltitude(),
  (aircraft) => aircraft.land('normal'),
  (aircraft) => aircraft.land('safety'),
  (aircraft) => aircraft.reset(),
  (aircraft, random) => aircraft.movePan({ kind: 'toAngle', angleDeg: random.normal() * 500 }),
  (aircraft, random) =>
    aircraft.movePan({ kind: 'atRate', rateDps: random.normal() * 30, durationS: random.normal() * 10 }),
  (aircraft) => aircraft.movePan({ kind: 'stop' }),
  (aircraft, random) => aircraft.moveTilt({ kind: 'toAngle', angleDeg: random.normal() * 100 }),
  (aircraft, random) => aircraft.moveTilt({ kind: 'atRate', rateDps: random.normal() * 30, durationS: 1e9 }),
  (aircraft) => aircraft.openLids(),
  (aircraft) => aircraft.closeLids(),
  (aircraft, random) => aircraft.setKitePowered(random.uniform() < 0.8),
  (aircraft, random) => aircraft.setCameraPowered(random.uniform() < 0.5),
  (aircraft, random) => aircraft.setGpsAvailable(random.uniform() < 0.5),
  (aircraft, random) => aircraft.jamLids(random.uniform() < 0.3),
  (aircraft, random) => aircraft.setMagneticDisturbance(random.normal() * 10, random.normal() * 30),
  (aircraft, random) =>
    aircraft.gust({ peakMps: random.normal() * 8, riseS: random.uniform(), holdS: random.uniform(), fallS: 0 }),
  (aircraft, random) =>
    aircraft.setWind({ speedMps: random.uniform() * 12, fromDeg: random.uniform() * 720, turbulence: 'moderate' }),
];

describe('whatever is asked, in whatever order', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`the simulation stays sound and the Kite between the ground and the end of its tether (seed ${seed})`, () => {
      const random = randomStream(seed, 'commands');
      const flight = new FlownAircraft({ seed });
      for (let count = 0; count < 400; count += 1) {
        const command = COMMANDS[Math.floor(random.uniform() * COMMANDS.length)];
        command?.(flight.aircraft, random);
        flight.advance(random.uniform() * 8);
        assert.ok(flight.motion.upM >= 0 && flight.motion.upM < 46.5, `height ${flight.motion.upM} m`);
        const { tiltDeg = 0 } = flight.sample.camera ?? {};
        assert.ok(tiltDeg > -45 && tiltDeg < 115, `tilt ${tiltDeg}`);
      }
      assert.equal(flight.clock.fault, undefined);
    });
  }
});
