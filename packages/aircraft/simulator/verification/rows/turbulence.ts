import {
  horizontalScaleM,
  horizontalSigmaMps,
  verticalScaleM,
  verticalSigmaMps,
  W20_MPS,
} from '../../src/air/dryden.ts';
import { RECORD_PERIOD_S, recordGusts } from '../dryden-recording.ts';
import { absolute, type CheckedFigure, EXACT, figures, once, relative, type VerificationRow } from '../row.ts';
import { correlation, spectralDensity, standardDeviation } from '../statistics.ts';

const HEIGHT_M = 45;
const AIRSPEED_MPS = 10;
const lightText = 'height 45 m, wind at 20 ft 15 kt';

const SCALES: VerificationRow = {
  row: 'V19',
  title: 'Dryden scales and intensities',
  source: 'published: MIL-F-8785C',
  cases: [
    ...figures(lightText, 'm', relative(1e-5), [
      'length along and across',
      191.98575,
      () => horizontalScaleM(HEIGHT_M),
    ]),
    ...figures(
      lightText,
      'm/s',
      relative(1e-5),
      ['intensity along and across', 1.25155, () => horizontalSigmaMps(HEIGHT_M, W20_MPS.light)],
      ['intensity vertical', 0.77167, () => verticalSigmaMps(W20_MPS.light)],
    ),
    ...figures(lightText, 'm', EXACT, ['length vertical', 45, () => verticalScaleM(HEIGHT_M)]),
  ],
};

/** Step of the model and seed. */
const RECORDINGS = [
  [0.1, 1],
  [0.01, 2],
  [0.0025, 3],
] as const;
const DURATION_S = 20_000;
const recordings = RECORDINGS.map(([stepS, seed]) => once(() => recordGusts(seed, stepS, DURATION_S)));

interface GustStatistics {
  readonly component: 'along' | 'up';
  readonly sigmaMps: number;
  readonly sigmaTolerance: number;
  readonly correlations: readonly (readonly [lagS: number, expected: number])[];
  readonly width: number;
}

/** A quantity with the same expectation at every step: the spread of the gusts must not depend on it. */
function statistics({ component, sigmaMps, sigmaTolerance, correlations, width }: GustStatistics) {
  return RECORDINGS.flatMap(([stepS], index) => {
    const input = `light, 45 m, 10 m/s, 2e4 s, step ${stepS} s`;
    const values = () => recordings[index]?.()[component] as Float64Array;
    const spread: CheckedFigure = [`spread at ${stepS} s`, sigmaMps, () => standardDeviation(values())];
    const lagged = correlations.map(
      ([lagS, expected]): CheckedFigure => [
        `correlation after ${lagS} s at ${stepS} s`,
        expected,
        () => correlation(values(), Math.round(lagS / RECORD_PERIOD_S)),
      ],
    );
    return [
      ...figures(input, 'm/s', relative(sigmaTolerance), spread),
      ...figures(input, '', absolute(width), ...lagged),
    ];
  });
}

const ALONG: VerificationRow = {
  row: 'V20',
  title: 'Dryden gusts along the wind',
  source: 'closed form',
  cases: statistics({
    component: 'along',
    sigmaMps: 1.25155,
    sigmaTolerance: 0.05,
    correlations: [
      [1, 0.94925],
      [5, 0.77072],
      [10, 0.594],
    ],
    width: 0.04,
  }),
};

const VERTICAL: VerificationRow = {
  row: 'V21',
  title: 'Dryden gusts, vertical',
  source: 'closed form',
  cases: statistics({
    component: 'up',
    sigmaMps: 0.77167,
    sigmaTolerance: 0.03,
    correlations: [
      [1, 0.71177],
      [5, 0.14631],
      [10, -0.01204],
    ],
    width: 0.03,
  }),
};

const long = once(() => recordGusts(5, RECORD_PERIOD_S, 200_000));
const density = (component: 'along' | 'up', radps: number, segmentS: number) =>
  spectralDensity(long()[component], RECORD_PERIOD_S, radps, segmentS);

const SPECTRUM: VerificationRow = {
  row: 'V22',
  title: 'Dryden spectra, one-sided',
  source: 'published: MIL-F-8785C',
  cases: figures(
    'light, 45 m, 10 m/s, 2e5 s, Welch',
    'm²/s',
    relative(0.15),
    ['along, at 0', 19.1446, () => density('along', 0, 1000)],
    ['along, at V/L', 9.5723, () => density('along', AIRSPEED_MPS / 191.98575, 1000)],
    ['vertical, at 0', 0.85295, () => density('up', 0, 200)],
    ['vertical, at V/L', 0.85295, () => density('up', AIRSPEED_MPS / 45, 200)],
  ),
};

const across = once(() => recordGusts(2, RECORD_PERIOD_S, 40_000).across);

const ACROSS: VerificationRow = {
  row: 'X4',
  title: 'Dryden gusts across the wind',
  source: 'closed form',
  cases: figures('light, 45 m, 10 m/s, 4e4 s', 'm/s', relative(0.05), [
    'spread, as along the wind',
    1.25155,
    () => standardDeviation(across()),
  ]),
};

/** Length along, length up, intensity along, intensity up. */
const TABLE = [
  [10, 'light', 67.366, 1.4574, 0.7717],
  [10, 'moderate', 67.366, 2.9148, 1.5433],
  [10, 'severe', 67.366, 4.3722, 2.315],
  [25, 'light', 135.518, 1.3556, 0.7717],
  [25, 'moderate', 135.518, 2.7111, 1.5433],
  [25, 'severe', 135.518, 4.0667, 2.315],
  [45, 'moderate', 191.986, 2.5031, 1.5433],
  [45, 'severe', 191.986, 3.7547, 2.315],
] as const;

/** To the digits of the table. */
const SCALE_TABLE: VerificationRow = {
  row: 'X5',
  title: 'Dryden scales by height and intensity',
  source: 'published: MIL-F-8785C',
  cases: TABLE.flatMap(([heightM, turbulence, lengthM, alongMps, upMps]) => [
    ...figures(`${heightM} m`, 'm', absolute(6e-4), [
      `length at ${heightM} m, ${turbulence}`,
      lengthM,
      () => horizontalScaleM(heightM),
    ]),
    ...figures(
      `${heightM} m, ${turbulence}`,
      'm/s',
      absolute(6e-5),
      [`along at ${heightM} m, ${turbulence}`, alongMps, () => horizontalSigmaMps(heightM, W20_MPS[turbulence])],
      [`vertical at ${heightM} m, ${turbulence}`, upMps, () => verticalSigmaMps(W20_MPS[turbulence])],
    ),
  ]),
};

export const TURBULENCE_ROWS: readonly VerificationRow[] = [SCALES, ALONG, VERTICAL, SPECTRUM, ACROSS, SCALE_TABLE];
