import type { CameraView } from '../camera/camera-view.ts';
import { DEPTH_ONE, inverseDepthAt, PLANES } from '../raster/planes.ts';
import type { TouchedTiles } from '../raster/touched-tiles.ts';

/** Appearance of a line: for the thermal or the colour picture. */
export interface LineLook {
  readonly isThermal: boolean;
  readonly luma: number;
  readonly cb: number;
  readonly cr: number;
  readonly counts: number;
}

/** A point in the frame of the camera. */
export interface CameraPoint {
  x: number;
  y: number;
  z: number;
}

/** Near clipping plane, metres. */
const NEAR_M = 0.05;

/** Draws a thin cylinder between two points at its true width, with depth test. @param touched where it is drawn */
export function drawLine(
  view: CameraView,
  from: CameraPoint,
  to: CameraPoint,
  widthM: number,
  look: LineLook,
  touched: TouchedTiles | undefined,
): void {
  if (from.z < NEAR_M && to.z < NEAR_M) return;
  const dz = to.z - from.z;
  const start = from.z < NEAR_M ? (NEAR_M - from.z) / dz : 0;
  const end = to.z < NEAR_M ? (NEAR_M - from.z) / dz : 1;
  const at = (share: number, axis: 'x' | 'y' | 'z') => from[axis] + (to[axis] - from[axis]) * share;
  const [z0, z1] = [at(start, 'z'), at(end, 'z')];
  const x0 = view.centreX + (view.focalX * at(start, 'x')) / z0;
  const y0 = view.centreY + (view.focalY * at(start, 'y')) / z0;
  const x1 = view.centreX + (view.focalX * at(end, 'x')) / z1;
  const y1 = view.centreY + (view.focalY * at(end, 'y')) / z1;
  const isSteep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
  // Along the longer axis, pixel by pixel; inverse depth is linear there.
  const [a0, b0, a1, b1] = isSteep ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
  const length = a1 - a0;
  if (Math.abs(length) < 1e-6) return;
  const size = isSteep ? view.height : view.width;
  const halfPx = (0.5 * widthM * view.focalX) / Math.min(z0, z1);
  touched?.add(
    Math.min(x0, x1) - halfPx,
    Math.min(y0, y1) - halfPx,
    Math.max(x0, x1) + halfPx,
    Math.max(y0, y1) + halfPx,
  );
  const first = Math.max(0, Math.ceil(Math.min(a0, a1) - 0.5));
  const last = Math.min(size, Math.ceil(Math.max(a0, a1) - 0.5));
  for (let along = first; along < last; along += 1) {
    const share = (along + 0.5 - a0) / length;
    const across = b0 + (b1 - b0) * share;
    const iz = 1 / z0 + (1 / z1 - 1 / z0) * share;
    const half = 0.5 * widthM * view.focalX * iz;
    dot(view, along, across, half, iz, isSteep, look);
  }
}

/** One row or column of a line; its edges cover pixels partially. */
function dot(
  view: CameraView,
  along: number,
  across: number,
  half: number,
  iz: number,
  isSteep: boolean,
  look: LineLook,
): void {
  const size = isSteep ? view.width : view.height;
  const first = Math.max(0, Math.floor(across - half));
  const last = Math.min(size - 1, Math.floor(across + half));
  for (let pixel = first; pixel <= last; pixel += 1) {
    const covered = Math.min(pixel + 1, across + half) - Math.max(pixel, across - half);
    const [x, y] = isSteep ? [pixel, along] : [along, pixel];
    if (iz * DEPTH_ONE <= inverseDepthAt(y * view.width + x)) continue;
    // Round: darker towards its edges.
    const out = half > 1 ? (pixel + 0.5 - across) / half : 0;
    blend(view, x, y, covered, look, 1 - 0.4 * out * out);
  }
}

function blend(view: CameraView, x: number, y: number, share: number, look: LineLook, light: number): void {
  if (look.isThermal) {
    const at = y * view.width + x;
    const old = PLANES.counts[at]!;
    PLANES.counts[at] = old + (look.counts - old) * share;
    return;
  }
  const { luma, cb, cr } = PLANES;
  const at = y * view.width + x;
  luma[at] = luma[at]! + (look.luma * light - luma[at]!) * share;
  if ((x | y) & 1) return;
  const chroma = (y >> 1) * (view.width >> 1) + (x >> 1);
  cb[chroma] = cb[chroma]! + (look.cb - cb[chroma]!) * share;
  cr[chroma] = cr[chroma]! + (look.cr - cr[chroma]!) * share;
}
