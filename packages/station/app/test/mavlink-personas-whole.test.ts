import { describe } from 'node:test';
import { PERSONA_NAMES } from '@kitestring/mavlink-vehicle';
import { describeLossyPersona, LOSSES } from './support/persona-suite.ts';

const skip =
  process.env.TEST_LEFT_OUT === undefined &&
  'the whole suite at each loss takes a minute of processor time: npm run test:left-out';
/** More by hand: PERSONA_SEEDS=30, from PERSONA_SEED=1 on. */
const SEEDS = Number(process.env.PERSONA_SEEDS ?? 1);
const FIRST = Number(process.env.PERSONA_SEED ?? 1);

describe('each persona at each loss', { skip }, () => {
  for (const persona of PERSONA_NAMES) {
    for (const loss of LOSSES) {
      for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) describeLossyPersona({ persona, loss, seed });
    }
  }
});
