import { SimulatedAircraft } from '../../src/simulated-aircraft.ts';
import { SimulationClock } from '../../src/simulation-clock.ts';
import { START_US } from '../../test/flown-aircraft.ts';
import { type ClimbedHeights, climb, safetyLanding, simulationSpeed } from '../flights.ts';
import {
  AT_LEAST,
  AT_MOST,
  absolute,
  between,
  type CheckedFigure,
  EXACT,
  figures,
  once,
  type VerificationRow,
} from '../row.ts';

const reference = once(() => tenMinutes(42, 1000));

/** Samples of ten minutes that are not, byte for byte, those of the reference. */
function differing(seed: number, stepsPerChunk: number): number {
  const samples = tenMinutes(seed, stepsPerChunk);
  const missing = Math.abs(samples.length - reference().length);
  return missing + samples.filter((sample, index) => sample !== reference()[index]).length;
}

const tenMinutesText = 'ten minutes, 15 commands, wind, turbulence';

const DETERMINISM: VerificationRow = {
  row: 'V43',
  title: 'Determinism',
  source: 'closed form',
  cases: [
    ...figures(
      tenMinutesText,
      'samples',
      EXACT,
      ['in all', 12_000, () => reference().length],
      ['that differ in a second run', 0, () => differing(42, 1000)],
      ['that differ in chunks of 1 step', 0, () => differing(42, 1)],
      ['that differ in chunks of 7 steps', 0, () => differing(42, 7)],
    ),
    ...figures(tenMinutesText, 'samples', AT_LEAST, [
      'that differ with another seed',
      11_000,
      () => differing(43, 1000),
    ]),
  ],
};

const RATES_HZ = [100, 200, 400, 800] as const;
const REFERENCE_HZ = 1600;
const climbs = new Map([...RATES_HZ, REFERENCE_HZ].map((rateHz) => [rateHz, once(() => climb(1e6 / rateHz))]));

function climbAt(rateHz: number): ClimbedHeights {
  const flown = climbs.get(rateHz)?.();
  if (flown === undefined) throw new RangeError(`there is no climb at ${rateHz} Hz`);
  return flown;
}

/** Largest difference of the heights from those of the fine step, millimetres. */
function stepErrorMm(rateHz: number): number {
  const fine = climbAt(REFERENCE_HZ).heightsM;
  return 1000 * Math.max(...climbAt(rateHz).heightsM.map((heightM, index) => Math.abs(heightM - fine[index]!)));
}

const endErrorM = (rateHz: number): number => climbAt(rateHz).endM - climbAt(REFERENCE_HZ).endM;

const climbText = 'climb from 1 m to 45 m, 5 m/s at 10 m, no noise, against 1600 Hz';
const ratio = (coarseHz: number, fineHz: number): CheckedFigure => [
  `${coarseHz} Hz over ${fineHz} Hz`,
  2,
  () => stepErrorMm(coarseHz) / stepErrorMm(fineHz),
];

/** The limits are twice what was measured when the model was made. */
const STEP: VerificationRow = {
  row: 'V44',
  title: 'Convergence of the step',
  source: 'own calculation',
  cases: [
    ...figures(
      climbText,
      'mm',
      AT_MOST,
      ['largest difference at 100 Hz', 17.6, () => stepErrorMm(100)],
      ['largest difference at 200 Hz', 8.2, () => stepErrorMm(200)],
      ['largest difference at 400 Hz', 3.5, () => stepErrorMm(400)],
      ['largest difference at 800 Hz', 1.2, () => stepErrorMm(800)],
    ),
    ...figures(climbText, '', between(1.7, 3.2), ratio(100, 200), ratio(200, 400), ratio(400, 800)),
    ...figures(climbText, 'm', absolute(1e-5), ['difference when all has settled, 400 Hz', 0, () => endErrorM(400)]),
  ],
};

const SAFETY_LANDING: VerificationRow = {
  row: 'V45',
  title: 'Time of a safety landing',
  source: 'published: about 30 s from 45 m',
  cases: figures('from 45 m at 1.5 m/s', 's', between(27, 36), [
    'until touch-down',
    33,
    () => safetyLanding().at(-1)?.[0] ?? Number.NaN,
  ]),
};

const SPEED: VerificationRow = {
  row: 'V46',
  title: 'Speed',
  source: 'own calculation',
  cases: figures('400 Hz, 3,600 s, one core', 'x real time', AT_LEAST, [
    'simulated per processor time',
    1000,
    simulationSpeed,
  ]).map((one) => ({ ...one, isOfMachine: true as const })),
};

export const FLIGHT_ROWS: readonly VerificationRow[] = [DETERMINISM, STEP, SAFETY_LANDING, SPEED];

const STEPS = 600 * 400;

/** Commands of a person in ten minutes, at fixed seconds. */
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
function tenMinutes(seed: number, stepsPerChunk: number): readonly string[] {
  const wind = { speedMps: 5, fromDeg: 250, turbulence: 'light' } as const;
  const aircraft = new SimulatedAircraft({ seed, startTimeUs: START_US, wind });
  const clock = new SimulationClock(aircraft);
  const samples: string[] = [];
  aircraft.onSample((sample) => samples.push(JSON.stringify(sample)));
  for (const [atS, act] of COMMANDS) clock.schedule(START_US + atS * 1e6, () => act(aircraft));
  for (let left = STEPS; left > 0; left -= stepsPerChunk) clock.runSteps(Math.min(left, stepsPerChunk));
  return samples;
}
