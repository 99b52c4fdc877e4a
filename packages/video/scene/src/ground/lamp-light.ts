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
const rowLight = new Float32Array(TILE_SIZE);
const rowBlue = new Float32Array(TILE_SIZE);
const rowRed = new Float32Array(TILE_SIZE);
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
 * Darkens a tile of ground where no lamp lights it: it is drawn as bright as under a lamp. The light is constant: one that
 * flickers would draw static objects again for every picture.
 * @param lights in the frame of the grid
 * @param unlit brightness without any, of 256
 */
export function lightGround(slot: number, grid: TexelGrid, lights: readonly SceneLight[], unlit: number): void {
  const isLit = measure(grid, lights);
  const start = slot * TILE_TEXELS;
  for (let row = 0; row < TILE_SIZE; row += 1) {
    if (isLit) lightRow(row);
    const from = start + row * TILE_SIZE;
    for (let column = 0; column < TILE_SIZE; column += 1) {
      const factor = isLit ? unlit + (256 - unlit) * rowLight[column]! : unlit;
      const texel = (luma[from + column]! * factor) / 256;
      luma[from + column] = texel < 1 ? 1 : texel;
    }
    if (row % 2 === 0) colourRow(slot * TILE_CHROMA + (row / 2) * HALF_SIZE, unlit, isLit);
  }
}

/** Colours of a row: pale without a lamp, else of its colour. Light of the row is in `rowLight`. */
function colourRow(from: number, unlit: number, isLit: boolean): void {
  for (let column = 0; column < HALF_SIZE; column += 1) {
    const factor = isLit ? unlit + (256 - unlit) * rowLight[2 * column]! : unlit;
    const vivid = PALE + ((1 - PALE) / 256) * factor;
    // Share of the lamps in all of the light.
    const share = isLit ? Math.min(1, (256 - unlit) / factor) : 0;
    const old = chroma[from + column]!;
    const cb = 128 + ((old & 255) - 128) * vivid + share * rowBlue[2 * column]!;
    const cr = 128 + ((old >> 8) - 128) * vivid + share * rowRed[2 * column]!;
    chroma[from + column] = (cb & 255) | ((cr & 255) << 8);
  }
}

/** Light of a row of texels, between the points. */
function lightRow(row: number): void {
  const upper = Math.floor(row / APART) * POINTS;
  const down = (row % APART) / APART;
  spreadRow(light, upper, down, rowLight);
  if (row % 2 !== 0) return;
  spreadRow(blue, upper, down, rowBlue);
  spreadRow(red, upper, down, rowRed);
}

function spreadRow(values: Float32Array, upper: number, down: number, out: Float32Array): void {
  const valueAt = (point: number): number => values[point]! + (values[point + POINTS]! - values[point]!) * down;
  let next = valueAt(upper);
  for (let point = 0; point + 1 < POINTS; point += 1) {
    const here = next;
    next = valueAt(upper + point + 1);
    const step = (next - here) / APART;
    for (let column = 0; column < APART; column += 1) out[point * APART + column] = here + column * step;
  }
}

/** Measures the light at the points. @returns whether there is any */
function measure({ left, stepM, top }: TexelGrid, lights: readonly SceneLight[]): boolean {
  const sideM = TILE_SIZE * stepM;
  const near = lights.filter(
    ({ eastM, northM, reachM }) =>
      eastM > left - reachM && eastM < left + sideM + reachM && northM < top + reachM && northM > top - sideM - reachM,
  );
  if (near.length === 0) return false;
  for (let row = 0; row < POINTS; row += 1) {
    for (let column = 0; column < POINTS; column += 1) {
      const at = row * POINTS + column;
      lightAt(near, left + column * APART * stepM, top - row * APART * stepM, 0, 0, 0, 1, found);
      // More than white is not shown, and has no more colour.
      const share = found.light > 1 ? 1 / found.light : 1;
      light[at] = Math.min(1, found.light);
      blue[at] = found.cb * share;
      red[at] = found.cr * share;
    }
  }
  return true;
}
