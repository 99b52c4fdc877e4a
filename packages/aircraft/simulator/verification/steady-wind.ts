import { Wind } from '../src/air/wind.ts';
import { randomStream } from '../src/noise/rng.ts';

/** A wind from the west without turbulence. @param speedMps at 10 m above the ground */
export const wind = (speedMps: number, exponent: number, periodS = 0.02): Wind =>
  new Wind({ speedMps, fromDeg: 270, turbulence: 'none' }, exponent, randomStream(1, 'wind'), periodS);
