import { TILE_CHROMA, TILE_TEXELS } from '../raster/ground-texels.ts';
import { GROUND } from '../raster/planes.ts';
import { type LocalLight, lightAt, type SceneLight } from '../world/lights.ts';
import { type TexelGrid, TILE_SIZE } from './ground-tile.ts';

/** Grid spacing of the computed points, texels; linear in between. */
const APART = 8;
const POINTS = TILE_SIZE / APART + 1;
const HALF_SIZE = TILE_SIZE / 2;
/** Share of the colours that is left without a lamp. */
const PALE = 0.35;

const { chroma, luma } = GROUND;
/** Light, and the colour of it, at the points. */
const light = new Float32Array(POINTS * POINTS);
const blue = new Float32Array(POINTS * POINTS);
const red = new Float32Array(POINTS * POINTS);
const found: LocalLight = { light: 0, cb: 0, cr: 0 };

/** Lights of the town in the frame of the grid. */
export function inGrid(lights: readonly SceneLight[], cos: number, sin: number): SceneLight[] {
  return lights.map((one) => ({
    ...one,
    eastM: one.eastM * cos + one.northM * sin,
    northM: one.northM * cos - one.eastM * sin,
  }));
}

/**
 * Darkens a tile of ground where no lamp lights it: it is drawn as bright as under a lamp.
 * @param lights in the frame of the grid
 * @param unlit brightness without any, of 256
 */
export function lightGround(slot: number, grid: TexelGrid, lights: readonly SceneLight[], unlit: number): void {
  measure(grid, lights);
  const start = slot * TILE_TEXELS;
  for (let row = 0; row < TILE_SIZE; row += 1) {
    for (let column = 0; column < TILE_SIZE; column += 1) {
      const factor = unlit + (256 - unlit) * Math.min(1, between(light, row, column));
      const at = start + row * TILE_SIZE + column;
      luma[at] = Math.max(1, (luma[at]! * factor) / 256);
    }
  }
  const colours = slot * TILE_CHROMA;
  for (let row = 0; row < HALF_SIZE; row += 1) {
    for (let column = 0; column < HALF_SIZE; column += 1) {
      const here = Math.min(1, between(light, 2 * row, 2 * column));
      const factor = unlit + (256 - unlit) * here;
      const vivid = PALE + (1 - PALE) * (factor / 256);
      // Share of the lamps in all of the light.
      const share = (256 - unlit) / factor;
      const at = colours + row * HALF_SIZE + column;
      const old = chroma[at]!;
      const cb = 128 + ((old & 255) - 128) * vivid + Math.min(1, share) * between(blue, 2 * row, 2 * column);
      const cr = 128 + ((old >> 8) - 128) * vivid + Math.min(1, share) * between(red, 2 * row, 2 * column);
      chroma[at] = (cb & 255) | ((cr & 255) << 8);
    }
  }
}

function measure({ left, stepM, top }: TexelGrid, lights: readonly SceneLight[]): void {
  const sideM = TILE_SIZE * stepM;
  const near = lights.filter(
    ({ eastM, northM, reachM }) =>
      eastM > left - reachM && eastM < left + sideM + reachM && northM < top + reachM && northM > top - sideM - reachM,
  );
  for (let row = 0; row < POINTS; row += 1) {
    for (let column = 0; column < POINTS; column += 1) {
      const at = row * POINTS + column;
      lightAt(near, left + column * APART * stepM, top - row * APART * stepM, 0, 0, 0, 1, found);
      // More than white is not shown, and has no more colour.
      const share = found.light > 1 ? 1 / found.light : 1;
      light[at] = found.light;
      blue[at] = found.cb * share;
      red[at] = found.cr * share;
    }
  }
}

/** Between the points. */
function between(values: Float32Array, row: number, column: number): number {
  const at = Math.floor(row / APART) * POINTS + Math.floor(column / APART);
  const [right, down] = [(column % APART) / APART, (row % APART) / APART];
  const upper = values[at]! + (values[at + 1]! - values[at]!) * right;
  const lower = values[at + POINTS]! + (values[at + POINTS + 1]! - values[at + POINTS]!) * right;
  return upper + (lower - upper) * down;
}
