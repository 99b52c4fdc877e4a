import { geoidUndulationM } from '../../src/geoid.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../../src/parameters.ts';
import { CONSTELLATION_PERIOD_S, GpsConstellation } from '../../src/sensors/gps-constellation.ts';
import { GpsCorrections } from '../../src/sensors/gps-corrections.ts';
import { GpsDilution } from '../../src/sensors/gps-dilution.ts';
import { GpsErrors } from '../../src/sensors/gps-error.ts';
import { GpsSky } from '../../src/sensors/gps-sky.ts';
import {
  AT_LEAST,
  absolute,
  between,
  type CheckedFigure,
  figures,
  once,
  relative,
  type VerificationRow,
} from '../row.ts';
import { standardDeviation } from '../statistics.ts';

const RAD = Math.PI / 180;

/** Places and heights of the test file of NGA's program F477, which sums up EGM96 to its full degree. */
const F477: readonly (readonly [latDeg: number, lonDeg: number, undulationM: number])[] = [
  [38.628155, -90.220845, -31.628],
  [-14.621217, -54.978886, -2.969],
  [46.874319, 102.448729, -43.575],
  [-23.617446, 133.874712, 15.871],
  [38.625473, -0.0005, 50.066],
  [-0.466744, 0.0023, 17.329],
];

/** A table of every tenth degree is off by 3.4 m (rms) over the globe. */
const GEOID: VerificationRow = {
  row: 'X90',
  title: 'Height of the geoid over the ellipsoid',
  source: 'published: EGM96, test values of the program F477',
  cases: figures(
    'between the figures of a table of 10 degrees',
    'm',
    absolute(4),
    ...F477.map(
      ([latDeg, lonDeg, undulationM]): CheckedFigure => [
        `at ${latDeg.toFixed(2)}, ${lonDeg.toFixed(2)}`,
        undulationM,
        () => geoidUndulationM(latDeg, lonDeg),
      ],
    ),
  ),
};

/** One satellite overhead, and so many at one elevation all around. */
const ring = (count: number, elevationDeg: number) => {
  const angles = Array.from({ length: count }, (_, index) => (2 * Math.PI * index) / count);
  const level = Math.cos(elevationDeg * RAD);
  const dilution = new GpsDilution();
  const directions = {
    east: Float64Array.of(0, ...angles.map((angle) => level * Math.sin(angle))),
    north: Float64Array.of(0, ...angles.map((angle) => level * Math.cos(angle))),
    up: Float64Array.of(1, ...angles.map(() => Math.sin(elevationDeg * RAD))),
  };
  dilution.update(directions, new Uint8Array(count + 1).fill(1));
  return dilution;
};

const ringCases = (count: number, elevationDeg: number) =>
  figures(
    `one satellite overhead, ${count} at ${elevationDeg} degrees`,
    '',
    absolute(1e-9),
    [
      `level, ${count} at ${elevationDeg}`,
      2 / (Math.sqrt(count) * Math.cos(elevationDeg * RAD)),
      () => ring(count, elevationDeg).horizontal,
    ],
    [
      `upright, ${count} at ${elevationDeg}`,
      Math.sqrt((count + 1) / count) / (1 - Math.sin(elevationDeg * RAD)),
      () => ring(count, elevationDeg).vertical,
    ],
  );

const RING: VerificationRow = {
  row: 'X91',
  title: 'Dilution of precision of a known geometry',
  source: 'closed form',
  cases: [...ringCases(3, 10), ...ringCases(6, 30), ...ringCases(12, 50)],
};

interface SkyOptions {
  readonly hasGalileo: boolean;
  readonly maskDeg: number;
  readonly sky?: ParameterOverrides['sky'];
}

const LOOKS = 1436;

/** Dilutions every ten minutes of ten days over Zurich, in order of their size. */
function dilutions({ hasGalileo, maskDeg, sky = {} }: SkyOptions) {
  const constellation = new GpsConstellation(47.3769, 8.5417, hasGalileo);
  const over = new GpsSky(parametersWith({ sky }).sky, maskDeg, constellation.size, randomStream(1, 'gps sky'), 600);
  const dilution = new GpsDilution();
  const looks = Array.from({ length: LOOKS }, (_, index) => {
    constellation.moveTo((CONSTELLATION_PERIOD_S / LOOKS) * index);
    over.look(constellation, 0);
    dilution.update(constellation, over.seen);
    const { satellites, horizontal, vertical } = dilution;
    return { satellites, horizontal, position: Math.hypot(horizontal, vertical) };
  });
  const middle = (pick: (look: (typeof looks)[number]) => number) =>
    looks.map(pick).sort((a, b) => a - b)[LOOKS / 2] ?? Number.NaN;
  return {
    horizontal: middle((look) => look.horizontal),
    satellites: middle((look) => look.satellites),
    goodShare: looks.filter((look) => look.position <= 6).length / LOOKS,
  };
}

const gpsAlone = once(() => dilutions({ hasGalileo: false, maskDeg: 5 }));
const both = once(() => dilutions({ hasGalileo: true, maskDeg: 10 }));
const street = once(() => dilutions({ hasGalileo: true, maskDeg: 10, sky: { roofM: 12, streetWidthM: 20 } }));

const OVER_ZURICH: VerificationRow = {
  row: 'X92',
  title: 'Satellites over Zurich in ten days',
  source: 'published: GPS SPS Performance Standard: 24 slots, PDOP of 6 or less for 98 % of the time',
  cases: [
    ...figures('24 slots, above 5 degrees', '', AT_LEAST, [
      'share with PDOP of 6 or less, GPS alone',
      0.98,
      () => gpsAlone().goodShare,
    ]),
    ...figures('24 slots, above 5 degrees', '', between(0.8, 1.2), [
      'median HDOP, GPS alone',
      1,
      () => gpsAlone().horizontal,
    ]),
    ...figures('48 satellites, above 10 degrees', '', between(0.6, 1), [
      'median HDOP, with Galileo',
      0.8,
      () => both().horizontal,
    ]),
    ...figures('24 slots, above 5 degrees', '', between(7, 10), [
      'median of the satellites, GPS alone',
      8,
      () => gpsAlone().satellites,
    ]),
    ...figures('roofs of 12 m, 20 m apart, with Galileo', '', AT_LEAST, [
      'median HDOP in a street',
      2,
      () => street().horizontal,
    ]),
  ],
};

const PERIOD_S = 0.2;
const COUNT = 500_000;

/** Errors of one receiver to the east and up, 1e5 s. */
function errorsOf(set: (error: GpsErrors['kite']) => void) {
  const quiet = { commonHorizontalM: 0, commonVerticalM: 0, ownHorizontalM: 0, ownVerticalM: 0, whiteM: 0 };
  const { gps } = parametersWith({ gps: quiet });
  const errors = new GpsErrors(gps, randomStream(13, 'gps'), randomStream(13, 'gps sky'), PERIOD_S);
  set(errors.kite);
  const east = new Float64Array(COUNT);
  const radius = new Float64Array(COUNT);
  const up = new Float64Array(COUNT);
  for (let index = 0; index < COUNT; index += 1) {
    errors.step();
    errors.kite.step();
    const { eastM, northM, upM } = errors.kite;
    east[index] = eastM;
    radius[index] = Math.hypot(eastM, northM);
    up[index] = Math.abs(upM);
  }
  return { east, radius, up };
}

const reflected = once(() =>
  errorsOf((error) => {
    error.reflectedM = 3;
  }),
);

function correlation(values: Float64Array, lag: number): number {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index + lag < values.length; index += 1) {
    sum += values[index]! * values[index + lag]!;
    squares += values[index]! ** 2;
  }
  return sum / squares;
}

const REFLECTIONS: VerificationRow = {
  row: 'X93',
  title: 'Slow reflections of a street that covers half of the sky',
  source: 'closed form',
  cases: [
    ...figures('6 m for the whole sky, 1e5 s', 'm', relative(0.1), [
      'spread to the east',
      3,
      () => standardDeviation(reflected().east),
    ]),
    ...figures(
      '120 s, 1e5 s',
      '',
      absolute(0.08),
      ['correlation after 60 s', Math.exp(-0.5), () => correlation(reflected().east, 300)],
      ['correlation after 120 s', Math.exp(-1), () => correlation(reflected().east, 600)],
    ),
  ],
};

const phases = (baseLineKm: number, state: 'fixed' | 'float') =>
  once(() =>
    errorsOf((error) => {
      const corrections = new GpsCorrections(parametersWith({ rtk: { isUsed: true, baseLineKm } }).rtk);
      corrections.step(true, state === 'fixed' ? 12 : 4, 1);
      error.goesByPhases = corrections.state === state;
      error.phaseHorizontalM = corrections.horizontalM;
      error.phaseVerticalM = corrections.verticalM;
    }),
  );

const median = (values: Float64Array): number => Float64Array.from(values).sort()[values.length / 2] ?? Number.NaN;
const near = phases(0, 'fixed');
const far = phases(20, 'fixed');
const float = phases(5, 'float');

const CORRECTED: VerificationRow = {
  row: 'X94',
  title: 'Positions with corrections: half are within',
  source: 'published: u-blox ZED-F9P, 0.01 m + 1 ppm CEP and R50',
  cases: [
    ...figures(
      '1e5 s',
      'm',
      relative(0.08),
      ['fixed, reference station at hand', 0.01, () => median(near().radius)],
      ['height, fixed, reference station at hand', 0.01, () => median(near().up)],
      ['fixed, 20 km away', 0.03, () => median(far().radius)],
    ),
    ...figures('1e5 s', 'm', between(0.1, 1), ['float: some decimetres', 0.35, () => median(float().radius)]),
  ],
};

export const SATELLITE_ROWS: readonly VerificationRow[] = [GEOID, RING, OVER_ZURICH, REFLECTIONS, CORRECTED];
