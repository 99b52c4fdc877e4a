import { densityKgPerM3, GRAVITY_MPS2 } from '../../src/air/atmosphere.ts';
import { WeatherPressure } from '../../src/air/weather-pressure.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { Barometer } from '../../src/sensors/barometer.ts';
import { GpsErrors } from '../../src/sensors/gps-error.ts';
import { absolute, figures, once, relative, type VerificationRow } from '../row.ts';
import { standardDeviation } from '../statistics.ts';

/** The standard one, whatever the product's own figures are. */
const GPS = {
  commonHorizontalM: 0.76,
  commonVerticalM: 1.43,
  ownHorizontalM: 0.25,
  ownVerticalM: 0.45,
  errorTimeS: 60,
  whiteM: 0.05,
  reflectedM: 0,
};

/** 1e5 s of both receivers. */
const positions = once(() => {
  const errors = new GpsErrors(
    parametersWith({ gps: GPS }).gps,
    randomStream(11, 'gps'),
    randomStream(11, 'gps sky'),
    0.2,
  );
  const count = 500_000;
  const kite = new Float64Array(count);
  const difference = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    errors.step();
    errors.kite.step();
    errors.groundStation.step();
    kite[index] = errors.kite.eastM;
    difference[index] = errors.kite.eastM - errors.groundStation.eastM;
  }
  return { kite, difference };
});

/** Independent parts add up by their squares; what both receivers share cancels in the difference. */
const GPS_SPREAD: VerificationRow = {
  row: 'X11',
  title: 'Spread of positions by satellites',
  source: 'closed form',
  cases: figures(
    'shared 0.76 m, own 0.25 m, white 0.05 m, 1e5 s',
    'm',
    relative(0.07),
    ['one receiver', Math.hypot(0.76, 0.25, 0.05), () => standardDeviation(positions().kite)],
    ['Kite minus Ground Station', Math.SQRT2 * Math.hypot(0.25, 0.05), () => standardDeviation(positions().difference)],
  ),
};

const ELEVATION_M = 408;
const STILL = { airspeedMps: 0, weatherPa: 0, isReferenceHeard: true };

function barometerErrors(whitePa: number): Float64Array {
  const { barometer } = parametersWith({ barometer: { whitePa, driftPa: 0, windPressureShare: 0 } });
  const sensor = new Barometer(barometer, ELEVATION_M, 12, 0.02);
  return Float64Array.from({ length: 20_000 }, () => sensor.read(0, STILL));
}

const metresPerPascal = 1 / (densityKgPerM3(ELEVATION_M) * GRAVITY_MPS2);

/** Two sensors, each with white noise; dp = -rho g dh. */
const BAROMETER: VerificationRow = {
  row: 'X12',
  title: 'Noise of the height by pressure',
  source: 'closed form',
  cases: figures(
    '408 m above the sea, 20,000 readings',
    'm',
    relative(0.02),
    ['1 Pa in each sensor', Math.SQRT2 * metresPerPascal, () => standardDeviation(barometerErrors(1))],
    ['10 Pa in each sensor', 10 * Math.SQRT2 * metresPerPascal, () => standardDeviation(barometerErrors(10))],
  ),
};

/** Change of the height that is read at the Ground Station when the weather has changed by so much, metres. */
function readsBy(weatherPa: number, usesStation: boolean, elevationM: number): number {
  const quiet = { whitePa: 0, driftPa: 0, usesStation };
  const sensor = new Barometer(parametersWith({ barometer: quiet }).barometer, elevationM, 1, 0.02);
  return sensor.read(40, { ...STILL, weatherPa }) - sensor.read(40, STILL);
}

/** Spread of the height by two sensors that drift, over many Kites. */
const driftSpread = () => {
  const { barometer } = parametersWith({ barometer: { whitePa: 0 } });
  return standardDeviation(
    Float64Array.from({ length: 4000 }, (_, seed) => new Barometer(barometer, 0, seed, 0.02).read(0, STILL)),
  );
};

const seaLevelMPerPa = 1 / (densityKgPerM3(0) * GRAVITY_MPS2);

/** dh = -dp / (rho g): 8.3 m per hectopascal near sea level, where both sensors see it as much. */
const WEATHER: VerificationRow = {
  row: 'X95',
  title: 'Weather in the height by pressure',
  source: 'closed form',
  cases: [
    ...figures(
      '100 Pa less, 40 m above the Ground Station',
      'm',
      relative(0.01),
      ['Kite alone, at sea level', 100 * seaLevelMPerPa, () => readsBy(-100, false, -40)],
      ['Kite alone, at 408 m', 100 * metresPerPascal, () => readsBy(-100, false, ELEVATION_M - 40)],
    ),
    ...figures('1,000 Pa less, 40 m above the Ground Station', 'm', relative(0.02), [
      'what the Ground Station leaves of it: the air at the Kite is thinner',
      (1000 / GRAVITY_MPS2) * (1 / densityKgPerM3(40) - 1 / densityKgPerM3(0)),
      () => readsBy(-1000, true, 0),
    ]),
    ...figures('2.5 Pa in each sensor, 4,000 Kites', 'm', relative(0.05), [
      'drift of both sensors',
      2.5 * Math.SQRT2 * seaLevelMPerPa,
      driftSpread,
    ]),
  ],
};

const tendencies = () => {
  const quiet = parametersWith().pressure;
  return Float64Array.from({ length: 3000 }, (_, seed) => {
    const weather = new WeatherPressure(quiet, randomStream(seed, 'pressure tendency'), 60);
    for (let minute = 0; minute < 60; minute += 1) weather.step();
    return weather.changePa;
  });
};

/** The integral of a Gauss-Markov process of time constant T over t: s T sqrt(2 (t/T - 1 + exp(-t/T))). */
const wanderPa = (hours: number, timeH: number) =>
  33 * timeH * Math.sqrt(2 * (hours / timeH - 1 + Math.exp(-hours / timeH)));

function frontPa(timeS: number): number {
  const { pressure } = parametersWith({ pressure: { tendencyHpaPerH: 0, frontAfterS: 3600 } });
  const weather = new WeatherPressure(pressure, randomStream(1, 'pressure tendency'), 10);
  for (let step = 0; step < timeS / 10; step += 1) weather.step();
  return weather.changePa;
}

const PRESSURE: VerificationRow = {
  row: 'X96',
  title: 'Pressure of the weather',
  source: 'closed form',
  cases: [
    ...figures('tendency of 0.33 hPa/h, 3,000 seeds', 'Pa', relative(0.05), [
      'spread after an hour',
      wanderPa(1, 3),
      () => standardDeviation(tendencies()),
    ]),
    ...figures(
      'a front after an hour: 1.5 hPa/h down, 2 hPa up in 300 s',
      'Pa',
      absolute(1e-6),
      ['half an hour before it', -75, () => frontPa(1800)],
      ['as it passes', -150, () => frontPa(3600)],
      ['150 s after it', -50, () => frontPa(3750)],
      ['an hour after it', 50, () => frontPa(7200)],
    ),
  ],
};

export const SENSOR_ROWS: readonly VerificationRow[] = [GPS_SPREAD, BAROMETER, WEATHER, PRESSURE];
