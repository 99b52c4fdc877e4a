import { nearestTurn, wrap360 } from '../../src/angle.ts';
import { GaussMarkov } from '../../src/noise/gauss-markov.ts';
import { RandomStream, randomStream } from '../../src/noise/rng.ts';
import { stationarySigmaM } from '../published/beard-gps.ts';
import { absolute, EXACT, figures, once, relative, type VerificationRow } from '../row.ts';
import { correlation, standardDeviation } from '../statistics.ts';

const PERIOD_S = 0.2;
const gaussMarkov = () => new GaussMarkov(randomStream(23, 'gps'), 1, 60, PERIOD_S);

/** 1e5 s of the error. */
const recording = once(() => {
  const error = gaussMarkov();
  return Float64Array.from({ length: 500_000 }, () => {
    error.step();
    return error.value;
  });
});

const GAUSS_MARKOV: VerificationRow = {
  row: 'V23',
  title: 'Gauss-Markov error',
  source: 'closed form',
  cases: [
    ...figures(
      'sigma 1, time 60 s, period 0.2 s',
      '',
      absolute(1e-10),
      ['share kept', 0.9966722161, () => gaussMarkov().phi],
      ['noise added', 0.0815137641, () => gaussMarkov().gain],
    ),
    ...figures(
      'the same, by its coefficients',
      '',
      absolute(1e-5),
      ['correlation after 10 s', 0.84648, () => gaussMarkov().phi ** 50],
      ['correlation after 60 s', 0.36788, () => gaussMarkov().phi ** 300],
    ),
    ...figures('the same, 1e5 s recorded', '', relative(0.07), ['spread', 1, () => standardDeviation(recording())]),
    ...figures('the same, 1e5 s recorded', '', absolute(0.03), [
      'correlation after 10 s, recorded',
      0.84648,
      () => correlation(recording(), 50),
    ]),
  ],
};

const BEARD_GPS: VerificationRow = {
  row: 'V24',
  title: 'GPS error of Beard and McLain',
  source: 'closed form',
  isOutsideProduct: true,
  cases: figures(
    'rate 1/1100 per s, driving noise 0.21 m and 0.40 m at 1 Hz',
    'm',
    absolute(1e-5),
    ['stationary spread, horizontal', 4.92718, () => stationarySigmaM(0.21, 1 / 1100)],
    ['stationary spread, vertical', 9.3851, () => stationarySigmaM(0.4, 1 / 1100)],
  ),
};

const ANGLES: VerificationRow = {
  row: 'V40',
  title: 'Angle wrap',
  source: 'closed form',
  cases: figures(
    'degrees',
    'deg',
    EXACT,
    ['350 + 25', 15, () => wrap360(350 + 25)],
    ['the turn from 350 to 10', 20, () => nearestTurn(350, 10) - 350],
  ),
};

const MULBERRY = [0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741, 0.9683778982143849];

const RANDOM: VerificationRow = {
  row: 'V42',
  title: 'Random numbers',
  source: 'published: mulberry32',
  cases: MULBERRY.map((expected, index) => ({
    name: `number ${index + 1}`,
    input: 'seed 1',
    unit: '',
    expected,
    tolerance: EXACT,
    got: () => drawn(index + 1),
  })),
};

function drawn(count: number): number {
  const stream = new RandomStream(1);
  for (let index = 1; index < count; index += 1) stream.uniform();
  return stream.uniform();
}

const normals = once(() => {
  const stream = randomStream(3, 'test');
  return Float64Array.from({ length: 200_000 }, () => stream.normal());
});
const moment = (power: number) => normals().reduce((sum, value) => sum + value ** power, 0) / normals().length;

/** Three standard errors of 200,000 draws, or a little more. */
const NORMAL: VerificationRow = {
  row: 'X1',
  title: 'Normal random numbers',
  source: 'closed form',
  cases: [
    ...figures('200,000 draws', '', absolute(0.01), ['mean', 0, () => moment(1)]),
    ...figures('200,000 draws', '', absolute(0.015), ['variance', 1, () => moment(2)]),
    ...figures('200,000 draws', '', absolute(0.1), ['fourth moment', 3, () => moment(4)]),
  ],
};

export const NUMBER_ROWS: readonly VerificationRow[] = [GAUSS_MARKOV, BEARD_GPS, ANGLES, RANDOM, NORMAL];
