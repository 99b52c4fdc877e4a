import { type CameraView, NEAR_M } from '../camera/camera-view.ts';
import { type GroundTile, INNER_SIZE } from './ground-tile.ts';

/** Extent of the drawn ground; beyond it everything is haze. */
const REACH_M = 16_384;
/** Number of subdivisions to the smallest tile, of 2 m. */
const LEVELS = 14;
/** From this one on, with tiles of 8 m, texels are finer than those of textures: they may be larger than pixels, and are blended. */
const FINE_LEVEL = 12;
const FINE_SHARE = 0.22;
/** Bits of row and column in a key. */
const PLACE_BITS = 14;
const PLACE_MASK = (1 << PLACE_BITS) - 1;
/**
 * Texels of a tile per pixel, as area, at its nearest point: above 1.4 a mip level with averaged texels is drawn, so
 * that edges of roads and fields are smooth.
 */
const DENSE = 1.4;

/** Chooses the visible tiles of ground, with sizes by distance: squares are subdivided until they are fine enough. */
export class TileChoice {
  /** Keys of the chosen tiles. */
  readonly keys: Int32Array;
  count = 0;
  readonly #cos: number;
  readonly #sin: number;
  /** The camera in the frame of the grid, and the planes of its view; the first is the image plane. */
  #eyeX = 0.5;
  #eyeY = 0.5;
  #eyeUp = 0.5;
  readonly #planes = new Float64Array(15);
  /** Texels per pixel, as area, of a tile of 1 m at a depth of 1 m. */
  #footprint = 0.5;
  #nearestM = 0.5;

  /** @param most maximum number of tiles: a camera that sees more gets coarser ones */
  constructor(headingRad: number, most: number) {
    this.#cos = Math.cos(headingRad);
    this.#sin = Math.sin(headingRad);
    this.keys = new Int32Array(most);
  }

  choose(view: CameraView): void {
    this.count = 0;
    if (!this.#look(view)) return;
    for (let dense = DENSE; ; dense /= 2) {
      this.count = 0;
      this.#visit(0, 0, 0, dense);
      if (this.count <= this.keys.length) return;
    }
  }

  /** False when no ground is visible. */
  #look(view: CameraView): boolean {
    const { axes, centreX, centreY, eastM, focalX, focalY, northM, upM } = view;
    this.#eyeX = eastM * this.#cos + northM * this.#sin;
    this.#eyeY = northM * this.#cos - eastM * this.#sin;
    this.#eyeUp = upM;
    this.#setPlane(0, axes, 0, 0, 1);
    this.#setPlane(1, axes, focalX, 0, centreX);
    this.#setPlane(2, axes, -focalX, 0, centreX);
    this.#setPlane(3, axes, 0, focalY, centreY);
    this.#setPlane(4, axes, 0, -focalY, centreY);
    this.#footprint = INNER_SIZE ** 2 / (focalX * focalY * upM);
    // The steepest ray is in a corner of the picture.
    const across = Math.abs((centreX * axes[2]!) / focalX);
    const along = Math.abs((centreY * axes[5]!) / focalY);
    const steepest = axes[8]! - across - along;
    if (steepest >= 0) return false;
    this.#nearestM = -upM / steepest;
    return true;
  }

  #setPlane(plane: number, axes: Float64Array, right: number, down: number, ahead: number): void {
    const along = (column: number): number =>
      right * axes[column]! + down * axes[3 + column]! + ahead * axes[6 + column]!;
    this.#planes[3 * plane] = along(0) * this.#cos + along(1) * this.#sin;
    this.#planes[3 * plane + 1] = along(1) * this.#cos - along(0) * this.#sin;
    this.#planes[3 * plane + 2] = along(2);
  }

  #visit(level: number, column: number, row: number, dense: number): void {
    const sizeM = (2 * REACH_M) / (1 << level);
    const x = (column + 0.5) * sizeM - REACH_M - this.#eyeX;
    const y = (row + 0.5) * sizeM - REACH_M - this.#eyeY;
    if (!this.#isSeen(x, y, sizeM / 2)) return;
    if (
      level === LEVELS ||
      (level > 0 && this.#density(x, y, sizeM) >= (level < FINE_LEVEL ? dense : FINE_SHARE * dense))
    ) {
      // Beyond the capacity tiles are only counted.
      this.keys[this.count] = tileKey(level, column, row);
      this.count += 1;
      return;
    }
    this.#visit(level + 1, 2 * column, 2 * row, dense);
    this.#visit(level + 1, 2 * column + 1, 2 * row, dense);
    this.#visit(level + 1, 2 * column, 2 * row + 1, dense);
    this.#visit(level + 1, 2 * column + 1, 2 * row + 1, dense);
  }

  /** @param x, y of the centre of a square, relative to the camera */
  #isSeen(x: number, y: number, half: number): boolean {
    const planes = this.#planes;
    for (let plane = 0; plane < 15; plane += 3) {
      const px = planes[plane]!;
      const py = planes[plane + 1]!;
      const middle = px * x + py * y - planes[plane + 2]! * this.#eyeUp;
      if (middle + (Math.abs(px) + Math.abs(py)) * half < (plane === 0 ? NEAR_M : 0)) return false;
    }
    return true;
  }

  #density(x: number, y: number, sizeM: number): number {
    const px = this.#planes[0]!;
    const py = this.#planes[1]!;
    const middleM = px * x + py * y - this.#planes[2]! * this.#eyeUp;
    const depthM = Math.max(this.#nearestM, middleM - (Math.abs(px) + Math.abs(py)) * (sizeM / 2));
    return (this.#footprint * depthM * depthM * depthM) / (sizeM * sizeM);
  }
}

const tileKey = (level: number, column: number, row: number): number =>
  (level << (2 * PLACE_BITS)) | (column << PLACE_BITS) | row;

/** Position of the tile of a key. */
export function setTile(key: number, out: GroundTile): void {
  out.sizeM = (2 * REACH_M) / (1 << (key >>> (2 * PLACE_BITS)));
  out.fromX = ((key >> PLACE_BITS) & PLACE_MASK) * out.sizeM - REACH_M;
  out.fromY = (key & PLACE_MASK) * out.sizeM - REACH_M;
}
