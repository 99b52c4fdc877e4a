import { densityKgPerM3, pressureAltitudeM, pressurePa } from '../../src/air/atmosphere.ts';
import { gustMps } from '../../src/air/gust.ts';
import { SiteAir } from '../../src/air/site-air.ts';
import { Wind } from '../../src/air/wind.ts';
import { meanWindMps } from '../../src/air/wind-profile.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { absolute, figures, relative, type VerificationRow } from '../row.ts';

const pressures = [
  [0, 101325],
  [45, 100785.575],
  [100, 100129.44],
  [1000, 89874.56],
  [2000, 79495.2],
  [5000, 54019.89],
  [11000, 22632.04],
] as const;

const ATMOSPHERE: VerificationRow = {
  row: 'V25',
  title: 'Standard atmosphere',
  source: 'published: ISO 2533',
  cases: [
    ...pressures.flatMap(([heightM, expected]) =>
      figures(`${heightM} m`, 'Pa', absolute(0.1), [`pressure at ${heightM} m`, expected, () => pressurePa(heightM)]),
    ),
    ...figures('1000 m', 'kg/m³', absolute(1e-5), ['density at 1000 m', 1.111643, () => densityKgPerM3(1000)]),
  ],
};

const PRESSURE_ALTITUDE: VerificationRow = {
  row: 'V26',
  title: 'Height of a pressure',
  source: 'closed form',
  cases: [
    ...figures('95,000 Pa', 'm', absolute(1e-3), ['height', 540.3371, () => pressureAltitudeM(95_000)]),
    ...figures('100 Pa below that of sea level', 'm', absolute(1e-3), [
      'height of a small difference',
      8.32754,
      () => pressureAltitudeM(101_325 - 100),
    ]),
  ],
};

const profile = (heightM: number, exponent: number, exponentText: string, expected: number) =>
  figures(`8 m/s at 10 m, exponent ${exponentText}`, 'm/s', absolute(1e-6), [
    `wind at ${heightM} m, ${exponentText}`,
    expected,
    () => meanWindMps(8, heightM, exponent),
  ]);

const PROFILE: VerificationRow = {
  row: 'V36',
  title: 'Wind profile, power law',
  source: 'closed form',
  cases: [
    ...profile(5, 1 / 7, '1/7', 7.245789),
    ...profile(25, 1 / 7, '1/7', 9.118818),
    ...profile(45, 1 / 7, '1/7', 9.917588),
    ...profile(45, 1 / 4, '1/4', 11.651803),
  ],
};

const GUST = { peakMps: 8, riseS: 2, holdS: 3, fallS: 2 };
const gustText = 'peak 8 m/s, rise 2 s, hold 3 s, fall 2 s';

/** Way of the air, by the midpoint rule: exact to rounding for a whole number of half waves. */
function airWayM(gust: typeof GUST, durationS: number): number {
  const stepS = 0.001;
  let wayM = 0;
  for (let index = 0; index < durationS / stepS; index += 1) wayM += gustMps(gust, (index + 0.5) * stepS) * stepS;
  return wayM;
}

const GUST_SHAPE: VerificationRow = {
  row: 'V37',
  title: 'Gust, 1 - cos',
  source: 'published: MIL-F-8785C, discrete gust',
  cases: [
    ...figures(
      gustText,
      'm/s',
      absolute(1e-6),
      ['at the begin', 0, () => gustMps(GUST, 0)],
      ['after 0.5 s', 1.171573, () => gustMps(GUST, 0.5)],
      ['after 1 s', 4, () => gustMps(GUST, 1)],
      ['after 1.5 s', 6.828427, () => gustMps(GUST, 1.5)],
      ['after 2 s', 8, () => gustMps(GUST, 2)],
    ),
    ...figures(gustText, 'm', absolute(1e-6), ['way of the air', 40, () => airWayM(GUST, 8)]),
  ],
};

const UNEVEN = { peakMps: 5, riseS: 1, holdS: 0, fallS: 3 };

const GUST_WAY: VerificationRow = {
  row: 'X2',
  title: 'Way of the air in a gust',
  source: 'closed form',
  cases: figures('peak 5 m/s, rise 1 s, no hold, fall 3 s', 'm', absolute(1e-6), [
    'peak x (rise / 2 + hold + fall / 2)',
    10,
    () => airWayM(UNEVEN, 5),
  ]),
};

const densities = [
  [0, 1.225],
  [2000, 1.0065],
  [5000, 0.7361],
  [10000, 0.4127],
] as const;

const DENSITY: VerificationRow = {
  row: 'X3',
  title: 'Density of the standard atmosphere',
  source: 'published: ISO 2533',
  cases: densities.flatMap(([heightM, expected]) =>
    figures(`${heightM} m, geopotential`, 'kg/m³', absolute(6e-5), [
      `density at ${heightM} m`,
      expected,
      () => densityKgPerM3(heightM),
    ]),
  ),
};

const siteDensity = (ambientC: number, elevationM: number, seaLevelPressureHpa: number, upM = 0) =>
  new SiteAir(parametersWith({ site: { ambientC, elevationM, seaLevelPressureHpa } }).site).densityKgPerM3(
    upM,
    ambientC,
  );

/** Dry air at 1,013.25 hPa, tables of density by temperature. */
const AMBIENT = [
  [35, 1.1455],
  [20, 1.2041],
  [0, 1.2922],
  [-25, 1.4224],
] as const;

const SITE_AIR: VerificationRow = {
  row: 'X79',
  title: 'Density by temperature and pressure at the site',
  source: 'published: tables of the density of dry air; ISO 2533',
  cases: [
    ...AMBIENT.flatMap(([celsius, expected]) =>
      figures('at sea level, 1013.25 hPa', 'kg/m³', absolute(1e-4), [
        `at ${celsius} °C`,
        expected,
        () => siteDensity(celsius, 0, 1013.25),
      ]),
    ),
    ...figures(
      'ideal gas',
      'kg/m³',
      absolute(1e-4),
      ['20 °C at 408 m: 96,520 Pa', 96_520 / (287.05287 * 293.15), () => siteDensity(20, 408, 1013.25)],
      ['30 °C at 1,609 m: 83,437 Pa', 83_437 / (287.05287 * 303.15), () => siteDensity(30, 1609, 1013.25)],
      ['15 °C, 980 hPa at sea level', 98_000 / (287.05287 * 288.15), () => siteDensity(15, 0, 980)],
      ['1,000 m above a site at sea level, as ISO 2533', 1.111643, () => siteDensity(15, 0, 1013.25, 1000)],
    ),
  ],
};

/** Spread of the vertical gusts of an hour and a half at 20 m, m/s. */
function verticalSpreadMps(speedMps: number, exponent: number): number {
  const wind = new Wind({ speedMps, fromDeg: 0, turbulence: 'by_wind' }, exponent, randomStream(3, 'wind'), 0.1);
  const kite = { upM: 20, eastMps: 0, northMps: 0 };
  let squares = 0;
  for (let index = 0; index < 54_000; index += 1) {
    wind.update(kite);
    squares += wind.upMps * wind.upMps;
  }
  return Math.sqrt(squares / 54_000);
}

/** 0.1 of the wind at 20 ft; in a suburb (exponent 1/4) 7/4 of that. */
const TURBULENCE_BY_WIND: VerificationRow = {
  row: 'X80',
  title: 'Turbulence that goes by wind and terrain',
  source: 'published: MIL-F-8785C; Counihan 1975',
  cases: [
    [4, 1 / 7],
    [8, 1 / 7],
    [14, 1 / 7],
    [8, 1 / 4],
  ].flatMap(([speedMps, exponent]) =>
    figures('mean wind at 10 m, 20 m above ground', 'm/s', relative(0.05), [
      `vertical gusts in ${speedMps} m/s, exponent ${(exponent as number).toFixed(3)}`,
      0.1 * (speedMps as number) * 0.6096 ** (exponent as number) * 7 * (exponent as number),
      () => verticalSpreadMps(speedMps as number, exponent as number),
    ]),
  ),
};

export const AIR_ROWS: readonly VerificationRow[] = [
  ATMOSPHERE,
  PRESSURE_ALTITUDE,
  PROFILE,
  GUST_SHAPE,
  GUST_WAY,
  DENSITY,
  SITE_AIR,
  TURBULENCE_BY_WIND,
];
