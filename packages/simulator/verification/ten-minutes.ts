import { SimulatedAircraft } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';
import { START_US } from '../test/flown-aircraft.ts';

const STEPS = 600 * 400;

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

/** Flies the ten minutes in chunks of so many steps. @returns every sample as text, in order */
export function tenMinutes(seed: number, stepsPerChunk: number): readonly string[] {
  const wind = { speedMps: 5, fromDeg: 250, turbulence: 'light' } as const;
  const aircraft = new SimulatedAircraft({ seed, startTimeUs: START_US, wind });
  const clock = new SimulationClock(aircraft);
  const samples: string[] = [];
  aircraft.onSample((sample) => samples.push(JSON.stringify(sample)));
  for (const [atS, act] of COMMANDS) clock.schedule(START_US + atS * 1e6, () => act(aircraft));
  for (let left = STEPS; left > 0; left -= stepsPerChunk) clock.runSteps(Math.min(left, stepsPerChunk));
  return samples;
}
