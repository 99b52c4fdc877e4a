import { Compass } from '../../src/navigation/compass.ts';
import { LeanEstimate } from '../../src/navigation/lean-estimate.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { type EarthField, earthField } from '../../src/sensors/earth-field.ts';
import { MagneticDipole } from '../../src/sensors/magnetic-dipole.ts';
import { Magnetometer } from '../../src/sensors/magnetometer.ts';
import { absolute, type CheckedFigure, figures, relative, type VerificationRow } from '../row.ts';
import { standardDeviation } from '../statistics.ts';

/** Latitude, longitude, height in kilometres, and what the report has there at 2025.0: north, east, down, nanotesla. */
const PUBLISHED: readonly (readonly number[])[] = [
  [80, 0, 0, 6521.6, 145.9, 54791.5],
  [0, 120, 0, 39677.8, -109.6, -10580.2],
  [-80, 240, 0, 6117.5, 15751.9, -52022.5],
  [80, 0, 100, 6216.0, 92.4, 52598.8],
  [0, 120, 100, 37688.6, -96.2, -10152.1],
  [-80, 240, 100, 5907.6, 14780.3, -49540.7],
];

const fieldFigures = ([latDeg, lonDeg, heightKm, north, east, down]: readonly number[]): readonly CheckedFigure[] => {
  const at = () => earthField({ latDeg: latDeg ?? 0, lonDeg: lonDeg ?? 0, heightM: 1000 * (heightKm ?? 0) });
  const name = `${latDeg}°, ${lonDeg}°, ${heightKm} km`;
  return [
    [`north at ${name}`, north ?? 0, () => at().northUt * 1000],
    [`east at ${name}`, east ?? 0, () => at().eastUt * 1000],
    [`down at ${name}`, down ?? 0, () => at().downUt * 1000],
  ];
};

const EARTH: VerificationRow = {
  row: 'X61',
  title: 'Magnetic field of the Earth',
  source: 'published: test values of WMM2025, and as PyGeoMag 1.1.0 has them',
  cases: figures('2025.0', 'nT', absolute(0.1), ...PUBLISHED.flatMap(fieldFigures)),
};

const FIELD: EarthField = { northUt: 21.5, eastUt: 0, downUt: 43 };

/** A magnetometer and what is made of it, with these errors alone. */
function instrument(make: { readonly hardIronUt?: number } = {}, seed = 1, field = FIELD) {
  const quiet = { hardIronUt: 0, softIronShare: 0, driftUt: 0, whiteUt: 0, leadsUtPerKw: 0, ...make };
  const parameters = parametersWith({ magnetometer: quiet, ownModel: { leanBiasDeg: 0, leanErrorDeg: 0 } });
  const magnetometer = new Magnetometer(parameters.magnetometer, field, randomStream(seed, 'magnetometer'), 0.05);
  const known = new LeanEstimate(parameters.ownModel, randomStream(1, 'lean estimate'), 0.1);
  const compass = new Compass(field);
  const headingDeg = (trueDeg: number) => {
    magnetometer.read(trueDeg, { east: 0, north: 0 }, 0);
    compass.update(magnetometer, trueDeg, { east: 0, north: 0 }, known, 0);
    return compass.headingDeg;
  };
  return { magnetometer, known, headingDeg };
}

/** Mean over many seeds: what lies in the crust has no direction of its own. */
function meanOverSeeds(ofSeed: (seed: number) => number, count = 3000): number {
  let sum = 0;
  for (let seed = 0; seed < count; seed += 1) sum += ofSeed(seed);
  return sum / count;
}

function deviationDeg(eastUt: number): number {
  return meanOverSeeds((seed) => {
    const { magnetometer, headingDeg } = instrument({}, seed);
    const undisturbedDeg = headingDeg(0);
    magnetometer.faultEastUt = eastUt;
    return undisturbedDeg - headingDeg(0);
  });
}

const DISTURBED: VerificationRow = {
  row: 'V38',
  title: 'Disturbed magnetic field',
  source: 'closed form',
  cases: figures(
    'across a horizontal field of 21.5 µT, mean of 3,000 sites',
    'deg',
    absolute(0.01),
    ['5 µT', 13.09189, () => deviationDeg(5)],
    ['10 µT', 24.94391, () => deviationDeg(10)],
  ),
};

/** Field of the fault of the default at this height straight above the vehicle. */
function vehicleUt(heightM: number): number {
  const dipole = new MagneticDipole({ eastM: 0, northM: 0, upM: -1 }, { eastUt: 15, northUt: 0 }, 1);
  dipole.meet({ eastM: 0, northM: 0, upM: heightM });
  return dipole.eastUt;
}

const HEIGHTS_M = [1, 1.5, 2, 3, 5, 10, 40] as const;

/** Above a level dipole: that at the reference times the cube of the distances. */
const VEHICLE: VerificationRow = {
  row: 'X104',
  title: 'Magnetic field of the vehicle by height',
  source: 'closed form',
  cases: [
    ...figures(
      '15 µT at 1 m, source 1 m below the cradle',
      'µT',
      relative(1e-9),
      ...HEIGHTS_M.map(
        (heightM) => [`at ${heightM} m`, 15 * (2 / (heightM + 1)) ** 3, () => vehicleUt(heightM)] as const,
      ),
    ),
    ...figures(
      'the same, across a horizontal field of 21.5 µT, mean of 3,000 sites',
      'deg',
      absolute(0.01),
      ...HEIGHTS_M.map(
        (heightM) =>
          [
            `error of the compass at ${heightM} m`,
            (Math.atan((15 * (2 / (heightM + 1)) ** 3) / 21.5) * 180) / Math.PI,
            () => deviationDeg(vehicleUt(heightM)),
          ] as const,
      ),
    ),
  ],
};

/** A lean that is known wrong across the meridian tips a share of the field's upright part into the level one. */
function leanErrorDeg(errorDeg: number): number {
  return meanOverSeeds((seed) => {
    const { known, headingDeg } = instrument({}, seed);
    const rightDeg = headingDeg(0);
    known.offEast = Math.tan((errorDeg * Math.PI) / 180);
    return Math.abs(headingDeg(0) - rightDeg);
  });
}

const tippedDeg = (errorDeg: number) => {
  const error = (errorDeg * Math.PI) / 180;
  return (Math.atan2(FIELD.downUt * Math.sin(error), FIELD.northUt) * 180) / Math.PI;
};

const TILT: VerificationRow = {
  row: 'X62',
  title: 'Heading by a lean that is known wrong',
  source: 'closed form',
  cases: figures(
    'field 63.4 degrees steep, error across the meridian: atan(tan(inclination) sin(error))',
    'deg',
    absolute(0.02),
    ...[0.5, 1, 3].map((deg) => [`lean off by ${deg}°`, tippedDeg(deg), () => leanErrorDeg(deg)] as const),
  ),
};

const HARD_IRON: VerificationRow = {
  row: 'X63',
  title: 'Heading by the iron of the Kite, spread',
  source: 'closed form',
  cases: figures(
    '0.4 µT on each axis, beside 0.089 µT of the crust to the East, over 21.5 µT; 3,000 seeds',
    'deg',
    relative(0.05),
    [
      'sd of the heading',
      (Math.atan(Math.hypot(0.4, 0.089) / 21.5) * 180) / Math.PI,
      () =>
        standardDeviation(
          Float64Array.from({ length: 3000 }, (_, seed) => instrument({ hardIronUt: 0.4 }, seed).headingDeg(0)),
        ),
    ],
  ),
};

export const MAGNETIC_ROWS: readonly VerificationRow[] = [DISTURBED, EARTH, TILT, HARD_IRON, VEHICLE];
