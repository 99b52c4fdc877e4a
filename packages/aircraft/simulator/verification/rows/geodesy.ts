import { LocalFrame, metresPerDegree, toEcef } from '../../src/geodesy.ts';
import { greatCircleKm } from '../published/great-circle.ts';
import { absolute, type CheckedFigure, figures, type VerificationRow } from '../row.ts';

const PLACE = { latDeg: 47.3769, lonDeg: 8.5417, heightM: 408 };
const placeText = '47.3769 N, 8.5417 E, 408 m';

const ECEF: VerificationRow = {
  row: 'V27',
  title: 'Earth-centred coordinates on WGS 84',
  source: 'closed form',
  cases: figures(
    placeText,
    'm',
    absolute(1e-3),
    ['x', 4279227.8065, () => toEcef(PLACE)[0]],
    ['y', 642719.2221, () => toEcef(PLACE)[1]],
    ['z', 4670540.8785, () => toEcef(PLACE)[2]],
  ),
};

const away = () => new LocalFrame(PLACE).toGeodetic(7.552472, 11.118615, 44.999986);

/** 1e-5 m is 9e-11 degrees of latitude and 1.3e-10 degrees of longitude here. */
const LOCAL: VerificationRow = {
  row: 'V28',
  title: 'East, north, up to latitude and longitude',
  source: 'closed form',
  cases: [
    ...figures(`(7.552472, 11.118615, 44.999986) m from ${placeText}`, 'deg', absolute(9e-11), [
      'latitude',
      PLACE.latDeg + 1e-4,
      () => away().latDeg,
    ]),
    ...figures('the same', 'deg', absolute(1.3e-10), ['longitude', PLACE.lonDeg + 1e-4, () => away().lonDeg]),
    ...figures('the same', 'm', absolute(1e-5), ['elevation', 453, () => away().heightM]),
  ],
};

const perDegree = (latDeg: number, latM: number, lonM: number) =>
  figures(
    'on the ellipsoid',
    'm',
    absolute(1e-3),
    [`per degree of latitude at ${latDeg}`, latM, () => metresPerDegree(latDeg).latM],
    [`per degree of longitude at ${latDeg}`, lonM, () => metresPerDegree(latDeg).lonM],
  );

const METRES_PER_DEGREE: VerificationRow = {
  row: 'V29',
  title: 'Metres per degree',
  source: 'closed form',
  cases: [
    ...perDegree(47.3769, 111178.19, 75519.507),
    ...perDegree(45, 111131.777, 78846.835),
    ...perDegree(0, 110574.276, 111319.491),
  ],
};

const nashvilleToLosAngeles: CheckedFigure = [
  'way',
  2887.25995,
  () => greatCircleKm([36.12, -86.67], [33.94, -118.4], 6372.8),
];

const GREAT_CIRCLE: VerificationRow = {
  row: 'V30',
  title: 'Great circle',
  source: 'published: Rosetta Code, Haversine formula',
  isOutsideProduct: true,
  cases: figures('36.12 N 86.67 W to 33.94 N 118.40 W, radius 6372.8 km', 'km', absolute(1e-4), nashvilleToLosAngeles),
};

export const GEODESY_ROWS: readonly VerificationRow[] = [ECEF, LOCAL, METRES_PER_DEGREE, GREAT_CIRCLE];
