import { densityKgPerM3, GRAVITY_MPS2 } from '../../src/air/atmosphere.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { Barometer } from '../../src/sensors/barometer.ts';
import { GpsErrors } from '../../src/sensors/gps-error.ts';
import { figures, once, relative, type VerificationRow } from '../row.ts';
import { standardDeviation } from '../statistics.ts';

/** The standard one, whatever the product's own figures are. */
const GPS = {
  commonHorizontalM: 0.76,
  commonVerticalM: 1.43,
  ownHorizontalM: 0.25,
  ownVerticalM: 0.45,
  errorTimeS: 60,
  whiteM: 0.05,
};

/** 1e5 s of both receivers. */
const positions = once(() => {
  const errors = new GpsErrors(parametersWith({ gps: GPS }).gps, randomStream(11, 'gps'), 0.2);
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

function barometerErrors(whitePa: number): Float64Array {
  const { barometer } = parametersWith({ barometer: { whitePa, driftM: 0, windPressureShare: 0 } });
  const sensor = new Barometer(barometer, ELEVATION_M, randomStream(12, 'barometer'), 0.02);
  return Float64Array.from({ length: 20_000 }, () => sensor.read(0, 0));
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

export const SENSOR_ROWS: readonly VerificationRow[] = [GPS_SPREAD, BAROMETER];
