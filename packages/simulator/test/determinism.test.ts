import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { SimulatedAircraft } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';
import { START_US } from './flown-aircraft.ts';

const STEPS_PER_S = 400;

/** What a person does in ten minutes, at fixed seconds. */
const COMMANDS: readonly (readonly [atS: number, act: (aircraft: SimulatedAircraft) => void])[] = [
  [1, (aircraft) => aircraft.openLids()],
  [12, (aircraft) => aircraft.takeOff(1)],
  [20, (aircraft) => aircraft.setAltitude(20)],
  [60, (aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: 400 })],
  [70, (aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: 7.3, durationS: 3.1 })],
  [100, (aircraft) => aircraft.gust({ peakMps: 6, riseS: 1.1, holdS: 2, fallS: 1.7, fromDeg: 10 })],
  [150, (aircraft) => aircraft.setGpsAvailable(false, 'kite')],
  [200, (aircraft) => aircraft.setGpsAvailable(true)],
  [250, (aircraft) => aircraft.setWind({ speedMps: 9, fromDeg: 100, turbulence: 'moderate' })],
  [300, (aircraft) => aircraft.setMagneticDisturbance(12)],
  [330, (aircraft) => aircraft.setMagneticDisturbance(0)],
  [400, (aircraft) => aircraft.land('normal')],
  [450, (aircraft) => aircraft.closeLids()],
  [500, (aircraft) => aircraft.setKitePowered(false)],
  [510, (aircraft) => aircraft.setKitePowered(true)],
];

/** Flies the ten minutes in chunks of so many steps. @returns hash of every byte of every sample, in order */
function historyHash(seed: number, stepsPerChunk: number): string {
  const aircraft = new SimulatedAircraft({
    seed,
    startTimeUs: START_US,
    wind: { speedMps: 5, fromDeg: 250, turbulence: 'light' },
  });
  const clock = new SimulationClock(aircraft);
  const hash = createHash('sha256');
  let samples = 0;
  aircraft.onSample((sample) => {
    hash.update(JSON.stringify(sample));
    samples += 1;
  });
  for (const [atS, act] of COMMANDS) clock.schedule(START_US + atS * 1e6, () => act(aircraft));
  let left = 600 * STEPS_PER_S;
  while (left > 0) {
    const steps = Math.min(left, stepsPerChunk);
    clock.runSteps(steps);
    left -= steps;
  }
  assert.equal(samples, 12_000);
  return hash.digest('hex');
}

describe('determinism', () => {
  const reference = historyHash(42, 1000);

  it('V43: the same seed and commands at the same steps give the same ten minutes, byte for byte', () => {
    assert.equal(historyHash(42, 1000), reference);
  });

  for (const stepsPerChunk of [1, 7]) {
    it(`V43: it makes no difference to run them in chunks of ${stepsPerChunk}`, () => {
      assert.equal(historyHash(42, stepsPerChunk), reference);
    });
  }

  it('another seed gives another history', () => {
    assert.notEqual(historyHash(43, 1000), reference);
  });
});
