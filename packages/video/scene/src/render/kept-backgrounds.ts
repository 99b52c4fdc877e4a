import { bytesAt, KEPT_PLACES, MEMORY, PLACE, type PlaneOf } from '../raster/memory.ts';
import { DEPTHS, drawnPictures, restoreDepths } from '../raster/planes.ts';
import { TILE_COLUMNS, TILE_ROWS, TouchedTiles } from '../raster/touched-tiles.ts';
import { copyFunction } from '../simd/copy-function.ts';
import { runnable } from '../wasm/program.ts';

/** Kernels may have read and rewritten this far behind a picture. */
const BEHIND_PX = 16;
/**
 * Bytes for each pixel; chroma has half of the rows and columns. Depths are restored below smoke too, which writes none: the
 * copy brings them into the cache, and smoke reads them there. Left out, it saves 0.06 ms of a picture and costs 0.1 ms.
 */
const PLANES_OF_PICTURE: readonly (readonly [name: PlaneOf, bytes: number, half: 1 | 2])[] = [
  ['luma', 1, 1],
  ['cb', 1, 2],
  ['cr', 1, 2],
  ['depth', 4, 1],
];

const { copy } = runnable<'copy'>(MEMORY, [copyFunction('copy')]);

/** One of the places of a thread for a picture of static objects. */
class KeptBackground {
  readonly place: (typeof KEPT_PLACES)[number];
  owner: KeptBackgrounds | undefined;
  key: readonly number[] = [];
  pixels = 0;
  #ground = 0;
  /** The picture of the planes that this one is below: only what is drawn over it has to be restored. */
  #drawn = -1;

  constructor(place: (typeof KEPT_PLACES)[number]) {
    this.place = place;
  }

  take(owner: KeptBackgrounds, key: readonly number[], pixels: number): void {
    this.owner = owner;
    this.key = key;
    this.pixels = pixels;
    this.#ground = DEPTHS.ground;
    this.#drawn = drawnPictures();
    for (const [name, bytes, half] of PLANES_OF_PICTURE) {
      const length = bytes * (pixels / (half * half) + BEHIND_PX);
      bytesAt(this.place[name], length).set(bytesAt(PLACE[name], length));
    }
  }

  restore(width: number, touched: TouchedTiles): void {
    if (this.#drawn === drawnPictures()) {
      touched.each((row, from, to) => this.#restorePart(width, row, from, to));
      return;
    }
    for (const [name, bytes, half] of PLANES_OF_PICTURE) {
      const length = (bytes * this.pixels) / (half * half);
      bytesAt(PLACE[name], length).set(bytesAt(this.place[name], length));
    }
    restoreDepths(this.pixels, this.#ground);
    this.#drawn = drawnPictures();
  }

  #restorePart(width: number, row: number, from: number, to: number): void {
    const height = this.pixels / width;
    const top = row * TILE_ROWS;
    const rows = Math.min(TILE_ROWS, height - top);
    const left = from * TILE_COLUMNS;
    const columns = Math.min(to * TILE_COLUMNS, width) - left;
    for (const [name, bytes, half] of PLANES_OF_PICTURE) {
      const stride = (bytes * width) / half;
      const at = (top / half) * stride + (bytes * left) / half;
      copy(this.place[name] + at, PLACE[name] + at, (bytes * columns) / half, stride, rows / half);
    }
  }
}

/** In order of use, the latest last. A camera at the border of two grid points alternates between both; a drifting one does not return. */
const kept = KEPT_PLACES.map((place) => new KeptBackground(place));

/** Cached pictures of static objects with their depths, of one renderer. */
export class KeptBackgrounds {
  /** Tiles of the planes in which moving objects are drawn over it. */
  readonly touched = new TouchedTiles();

  /** Puts the picture with this key and size into the planes. @returns whether it exists */
  restore(key: readonly number[], width: number, height: number): boolean {
    const pixels = width * height;
    const index = kept.findIndex(
      (one) => one.owner === this && one.pixels === pixels && one.key.every((value, at) => value === key[at]),
    );
    const [found] = index < 0 ? [] : kept.splice(index, 1);
    if (found !== undefined) {
      kept.push(found);
      found.restore(width, this.touched);
    }
    this.touched.begin(width, height);
    return found !== undefined;
  }

  /** Stores the picture of the planes in place of the least recently used one. */
  keep(key: readonly number[], pixels: number): void {
    const [oldest] = kept.splice(0, 1);
    if (oldest === undefined) return;
    oldest.take(this, key, pixels);
    kept.push(oldest);
  }
}
