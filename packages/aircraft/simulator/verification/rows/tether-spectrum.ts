import type { SimulatorParameters } from '../../src/parameters.ts';
import { FlownAircraft } from '../../test/flown-aircraft.ts';
import { between, type CheckedFigure, figures, once, relative, type VerificationRow } from '../row.ts';
import { spectralDensity, standardDeviation } from '../statistics.ts';

const PERIOD_S = 0.05;
const READINGS = 6000;
const SEGMENT_S = 8;
const STEP_HZ = 0.1;

/** Tension at a hovering Kite less its mean, three flights; each reading a mean, so that nothing faster folds into it. */
function tensions(model: SimulatorParameters['tether']['model']): readonly Float64Array[] {
  return [1, 2, 3].map((seed) => {
    const wind = { speedMps: 8, fromDeg: 270, turbulence: 'moderate' } as const;
    const flight = FlownAircraft.at(40, { seed, wind, parameters: { tether: { model } } });
    const { tether } = flight.aircraft.simulation;
    const readings = Float64Array.from({ length: READINGS }, () => {
      let sum = 0;
      for (let part = 0; part < 4; part += 1) {
        flight.advance(PERIOD_S / 4);
        sum += tether.kiteTensionN / 4;
      }
      return sum;
    });
    const mean = readings.reduce((sum, value) => sum + value, 0) / READINGS;
    return readings.map((value) => value - mean);
  });
}

const byModel = {
  quasi_static: once(() => tensions('quasi_static')),
  lumped: once(() => tensions('lumped')),
};

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation of what lies between two frequencies, newton. */
function bandN(flights: readonly Float64Array[], fromHz: number, toHz: number): number {
  const steps = Math.round((toHz - fromHz) / STEP_HZ);
  const densities = Array.from({ length: steps }, (_, step) => {
    const radps = 2 * Math.PI * (fromHz + (step + 0.5) * STEP_HZ);
    return meanOf(flights.map((one) => spectralDensity(one, PERIOD_S, radps, SEGMENT_S)));
  });
  return Math.sqrt(steps * meanOf(densities) * 2 * Math.PI * STEP_HZ);
}

const band = (fromHz: number, toHz: number): CheckedFigure => [
  `from ${fromHz} to ${toHz} Hz`,
  1,
  () => bandN(byModel.quasi_static(), fromHz, toHz) / bandN(byModel.lumped(), fromHz, toHz),
];

const wholeN = (flights: readonly Float64Array[]) => meanOf(flights.map(standardDeviation));

const FLOWN = '40 m, 8 m/s, moderate, three flights of 300 s';

/** The default has the first mode alone, and too much of it: what all others have is missing above. */
const SPECTRUM: VerificationRow = {
  row: 'X105',
  title: 'Tension at a hovering Kite, spread: quasi_static over lumped',
  source: 'own calculation',
  cases: [
    ...figures(FLOWN, '', relative(0.02), [
      'of all frequencies',
      1,
      () => wholeN(byModel.quasi_static()) / wholeN(byModel.lumped()),
    ]),
    ...figures(FLOWN, '', relative(0.05), band(0.1, 0.8)),
    ...figures(FLOWN, '', between(1, 1.5), band(0.8, 2.3)),
    ...figures(FLOWN, '', between(0.35, 1), band(2.3, 8)),
  ],
};

export const TETHER_SPECTRUM_ROWS: readonly VerificationRow[] = [SPECTRUM];
