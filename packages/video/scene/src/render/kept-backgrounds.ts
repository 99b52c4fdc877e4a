import { DEPTHS, PLANES, restoreDepths } from '../raster/planes.ts';

/** A camera at the border of two grid points alternates between both; a drifting one does not return. */
const KEPT = 2;

class KeptBackground {
  key: readonly number[] = [];
  #ground = 0;
  readonly #luma: Uint8Array;
  readonly #cb: Uint8Array;
  readonly #cr: Uint8Array;
  readonly #depth: Int32Array;

  constructor(pixels: number) {
    this.#luma = new Uint8Array(pixels);
    this.#cb = new Uint8Array(pixels / 4);
    this.#cr = new Uint8Array(pixels / 4);
    this.#depth = new Int32Array(pixels);
  }

  get pixels(): number {
    return this.#luma.length;
  }

  take(key: readonly number[]): void {
    const { pixels } = this;
    this.key = key;
    this.#ground = DEPTHS.ground;
    this.#luma.set(PLANES.luma.subarray(0, pixels));
    this.#cb.set(PLANES.cb.subarray(0, pixels / 4));
    this.#cr.set(PLANES.cr.subarray(0, pixels / 4));
    this.#depth.set(PLANES.depth.subarray(0, pixels));
  }

  restore(): void {
    PLANES.luma.set(this.#luma);
    PLANES.cb.set(this.#cb);
    PLANES.cr.set(this.#cr);
    restoreDepths(this.#depth, this.#ground);
  }
}

/** Cached pictures of static objects with their depths. */
export class KeptBackgrounds {
  /** In order of use, the latest last. */
  readonly #kept: KeptBackground[] = [];

  /** Copies the picture with this key and size into the planes. @returns whether it exists */
  restore(key: readonly number[], pixels: number): boolean {
    const isSame = (one: KeptBackground) => one.pixels === pixels && one.key.every((value, at) => value === key[at]);
    const index = this.#kept.findIndex(isSame);
    const [found] = index < 0 ? [] : this.#kept.splice(index, 1);
    if (found === undefined) return false;
    this.#kept.push(found);
    found.restore();
    return true;
  }

  /** Stores the picture of the planes and drops the least recently used one. */
  keep(key: readonly number[], pixels: number): void {
    const oldest = this.#kept.length < KEPT ? undefined : this.#kept.shift();
    const next = oldest?.pixels === pixels ? oldest : new KeptBackground(pixels);
    next.take(key);
    this.#kept.push(next);
  }
}
