import { it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { receiveHostile } from './support/hostile-input.ts';

const seed = Date.now() % 2 ** 31;

it(`2,000 hostile inputs break nothing, and good packets after them are delivered at once (seed ${seed})`, () => {
  for (let turn = 0; turn < 2000; turn += 1) receiveHostile(new UniformStream(seed + turn * 0x9e3779b1));
});
