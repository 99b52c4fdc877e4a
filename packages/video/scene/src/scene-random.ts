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

  /** So many values of a normal distribution of mean 0 and deviation 1 (Box and Muller). */
  normals(count: number): Float64Array {
    const values = new Float64Array(count);
    for (let at = 0; at < count; at += 1) {
      const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
      values[at] = radius * Math.cos(2 * Math.PI * this.uniform());
    }
    return values;
  }
}
