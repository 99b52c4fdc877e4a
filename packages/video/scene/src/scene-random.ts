import { streamStart, UniformStream } from '@kitestring/base/random.ts';

/** Uniform random numbers, reproducible from a seed and a name. */
export class SceneRandom extends UniformStream {
  /** @throws RangeError for a seed that is not an exact integer */
  constructor(seed: number, name: string) {
    super(streamStart(seed, name));
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  isTrueIn(share: number): boolean {
    return this.uniform() < share;
  }
}
