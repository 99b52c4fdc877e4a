import { type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { CameraView, NEAR_M } from '../camera/camera-view.ts';
import type { Lens } from '../camera/lens.ts';
import type { CameraMotion } from '../camera/motion.ts';
import type { CameraPose } from '../camera/pose.ts';
import { Shutter } from '../exposure/shutter.ts';
import type { YuvFrame } from '../raster/canvas.ts';
import { type Corner, CoveredRows } from './covered-rows.ts';
import type { Mask } from './mask.ts';

/** A plain grey that is neither night nor the absence of a picture. BT.709 in limited range. */
const FILL = { luma: 70, chroma: 128 } as const;
/** Readout and exposure of both kinds of cameras are shorter: rows are nowhere else in the picture than within this motion. */
const TIMING = { readoutS: 1 / 60, samplesS: Float64Array.of(-1 / 30, 1 / 30), count: 2 } as const;
/** Measured positions of corners are no better, and pictures are drawn to parts of a pixel. */
const LEAST_MARGIN_PX = 1;

/** A camera at one moment. */
interface MaskedView {
  readonly pose: CameraPose;
  readonly lens: Lens;
  readonly motion: CameraMotion;
  /** The Ground Station, from which positions of the pose count. */
  readonly station: LatLon;
}

/** The parts of pictures of one size that masks hide. */
export class MaskedArea {
  readonly #width: number;
  readonly #height: number;
  readonly #rows: CoveredRows;
  readonly #view = new CameraView();

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#rows = new CoveredRows(width, height);
  }

  /** Whether the picture shows no mask. */
  get isEmpty(): boolean {
    return this.#rows.isEmpty;
  }

  /** Takes the view of the next picture. @throws RangeError for a number that is not finite */
  set(masks: readonly Mask[], { lens, motion, pose, station }: MaskedView): void {
    this.#rows.clear();
    if (masks.length === 0) return;
    this.#view.set(pose, lens, this.#width, this.#height);
    const reachPx = Shutter.reachPx(this.#view, motion, pose.rollDeg, TIMING);
    for (const mask of masks) {
      if (mask.holds === 'picture') this.#coverPart(mask.corners);
      else {
        const base = mask.corners.map((corner) => offsetOf(station, corner));
        this.#coverBody(base, mask.heightM, LEAST_MARGIN_PX + reachPx);
      }
    }
  }

  /** Whether a pixel is hidden. */
  has(x: number, y: number): boolean {
    return this.#rows.has(x, y);
  }

  /** Fills what is hidden. */
  paint({ cb, chromaStride, cr, luma, lumaStride }: YuvFrame): void {
    this.#rows.each((row, from, to) => {
      for (const y of [2 * row, 2 * row + 1]) luma.fill(FILL.luma, y * lumaStride + 2 * from, y * lumaStride + 2 * to);
      cb.fill(FILL.chroma, row * chromaStride + from, row * chromaStride + to);
      cr.fill(FILL.chroma, row * chromaStride + from, row * chromaStride + to);
    });
  }

  /** Gives hidden values of another picture of this size, rows without padding, this value. */
  fill(values: Uint16Array, value: number): void {
    this.#rows.each((row, from, to) => {
      for (const y of [2 * row, 2 * row + 1]) values.fill(value, y * this.#width + 2 * from, y * this.#width + 2 * to);
    });
  }

  #coverPart(corners: readonly { readonly x: number; readonly y: number }[]): void {
    const scaled = corners.map(({ x, y }) => ({ x: x * this.#width, y: y * this.#height }));
    this.#rows.cover(scaled, 0);
  }

  /** Walls, ground and top: together what a body over the area hides. */
  #coverBody(base: readonly { readonly eastM: number; readonly northM: number }[], heightM: number, marginPx: number) {
    const level = (upM: number) => base.map(({ eastM, northM }) => ({ eastM, northM, upM }));
    const [ground, top] = [level(0), level(heightM)];
    const faces = [ground];
    if (heightM > 0) {
      faces.push(top);
      ground.forEach((corner, at) => {
        const next = (at + 1) % base.length;
        faces.push([corner, ground[next]!, top[next]!, top[at]!]);
      });
    }
    for (const face of faces) {
      const corners = this.#projected(face);
      if (corners.length >= 3) this.#rows.cover(corners, marginPx);
    }
  }

  /** Cut off in front of the camera. */
  #projected(face: readonly { readonly eastM: number; readonly northM: number; readonly upM: number }[]): Corner[] {
    const { axes, centreX, centreY, eastM, focalX, focalY, northM, upM } = this.#view;
    const along = (row: number, point: { readonly eastM: number; readonly northM: number; readonly upM: number }) =>
      axes[row]! * (point.eastM - eastM) +
      axes[row + 1]! * (point.northM - northM) +
      axes[row + 2]! * (point.upM - upM);
    const seen = face.map((point) => ({ right: along(0, point), down: along(3, point), depth: along(6, point) }));
    return seen.flatMap((point, at) => {
      const before = seen.at(at - 1) ?? point;
      const cut = point.depth < NEAR_M !== before.depth < NEAR_M ? [between(before, point)] : [];
      return [...cut, ...(point.depth < NEAR_M ? [] : [point])].map(({ depth, down, right }) => ({
        x: centreX + (focalX * right) / depth,
        y: centreY + (focalY * down) / depth,
      }));
    });
  }
}

interface SeenPoint {
  readonly right: number;
  readonly down: number;
  readonly depth: number;
}

/** Where a line passes the nearest depth that is drawn. */
function between(from: SeenPoint, to: SeenPoint): SeenPoint {
  const share = (NEAR_M - from.depth) / (to.depth - from.depth);
  const at = (one: number, other: number) => one + share * (other - one);
  return { right: at(from.right, to.right), down: at(from.down, to.down), depth: NEAR_M };
}
