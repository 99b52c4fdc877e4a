import { Dryden, W20_MPS } from '../src/air/dryden.ts';
import { randomStream } from '../src/noise/rng.ts';

/** Period of every recording, at any step of the model. */
export const RECORD_PERIOD_S = 0.1;
/** Samples skipped at the start: the filters start from rest. */
const SETTLING = 2000;

/** Recorded gusts at one point, m/s. */
interface GustRecording {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly up: Float64Array;
}

/** Light turbulence at 45 m in air that passes at 10 m/s. */
export function recordGusts(seed: number, stepS: number, durationS: number): GustRecording {
  const dryden = new Dryden(randomStream(seed, 'dryden'), stepS);
  dryden.setConditions(45, 10, W20_MPS.light);
  const count = Math.round(durationS / RECORD_PERIOD_S);
  const every = Math.round(RECORD_PERIOD_S / stepS);
  const recording = { along: new Float64Array(count), across: new Float64Array(count), up: new Float64Array(count) };
  for (let index = -SETTLING; index < count; index += 1) {
    for (let step = 0; step < every; step += 1) dryden.step();
    if (index < 0) continue;
    recording.along[index] = dryden.alongMps;
    recording.across[index] = dryden.acrossMps;
    recording.up[index] = dryden.upMps;
  }
  return recording;
}
