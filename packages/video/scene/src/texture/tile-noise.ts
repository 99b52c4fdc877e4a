import { SceneRandom } from '../scene-random.ts';

const SIZE = 256;
const MASK = SIZE - 1;

/** Periodic noise of 256 points, generated with the first sample; textures sample it at several scales. */
export class TileNoise {
  readonly #random: SceneRandom;
  #isGenerated = false;
  /** Sum of octaves, 0 to 1. */
  readonly #cloudy = new Float32Array(SIZE * SIZE);
  /** White noise, 0 to 1. */
  readonly #white = new Float32Array(SIZE * SIZE);

  /** @throws RangeError for a seed that is not an integer */
  constructor(seed: number) {
    this.#random = new SceneRandom(seed, 'tile noise');
  }

  #generate(): void {
    this.#isGenerated = true;
    for (let index = 0; index < SIZE * SIZE; index += 1) this.#white[index] = this.#random.uniform();
    let weight = 0.5;
    for (let cells = 4; cells <= 64; cells *= 2) {
      this.#addOctave(cells, weight);
      weight *= 0.55;
    }
    spread(this.#cloudy);
  }

  #addOctave(cells: number, weight: number): void {
    const step = cells / SIZE;
    const mask = cells - 1;
    for (let row = 0; row < SIZE; row += 1) {
      const y = row * step;
      const top = (y | 0) & mask;
      const below = (top + 1) & mask;
      const fy = smooth(y - (y | 0));
      for (let column = 0; column < SIZE; column += 1) {
        const x = column * step;
        const left = (x | 0) & mask;
        const right = (left + 1) & mask;
        const fx = smooth(x - (x | 0));
        const upper = mix(this.#lattice(cells, left, top), this.#lattice(cells, right, top), fx);
        const lower = mix(this.#lattice(cells, left, below), this.#lattice(cells, right, below), fx);
        const at = row * SIZE + column;
        this.#cloudy[at] = (this.#cloudy[at] ?? 0) + weight * mix(upper, lower, fy);
      }
    }
  }

  #lattice(cells: number, column: number, row: number): number {
    return this.#white[((row * 37 + cells * 3) & MASK) * SIZE + ((column * 53 + cells * 7) & MASK)] ?? 0;
  }

  /** Smooth noise of several octaves; 1 is one tile. */
  cloudy(u: number, v: number): number {
    if (!this.#isGenerated) this.#generate();
    return this.#cloudy[(((v * SIZE) | 0) & MASK) * SIZE + (((u * SIZE) | 0) & MASK)] ?? 0;
  }

  /** Grain; 1 is one tile. */
  white(u: number, v: number): number {
    if (!this.#isGenerated) this.#generate();
    return this.#white[(((v * SIZE) | 0) & MASK) * SIZE + (((u * SIZE) | 0) & MASK)] ?? 0;
  }
}

const smooth = (x: number): number => x * x * (3 - 2 * x);
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Stretches to 0..1. */
function spread(values: Float32Array): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  for (let index = 0; index < values.length; index += 1) values[index] = ((values[index] ?? 0) - low) / (high - low);
}
