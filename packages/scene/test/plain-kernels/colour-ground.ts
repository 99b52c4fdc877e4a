import { GROUND, PLANES, TEXELS } from '@kitestring/scene/raster/planes.ts';
import { chromaBase, spread } from '@kitestring/scene/raster/rare-colour-spans.ts';
import { nextSegment, type Surface, startSpan } from '@kitestring/scene/raster/surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr } = PLANES;
const { luma: groundTexels, chroma: groundColours } = GROUND;
const { luma: texels, chroma: colours } = TEXELS;

/*
 * Inner loops of the colour picture. All have the same form: per segment, light and haze become luma = base + gain * texel, in 1/256;
 * then chroma of every second pixel of even rows, both parts in one number; then luma. They are written out, not shared through
 * callbacks, because a call per pixel costs more than what it does.
 */

/** Ground of all kinds: behind everything, so that it needs no depth. */
export function ground(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    const { left, level } = s;
    const gain = Math.imul(s.gain, left) >> 8;
    const base = Math.imul(s.haze.luma, 256 - left) + 128;
    if ((y & 1) === 0) groundChroma(s, y, x, count);
    if (s.isNear === 1) blended(s, row + x, count, base, gain);
    else
      nearest(
        row + x,
        count,
        texture.lumaAt[level] as number,
        texture.bits - level,
        s.ui,
        s.vi,
        s.du,
        s.dv,
        base,
        gain,
      );
    x += count;
  }
}

/** Luma of the texels that are nearest; two at a time, which costs a tenth less. */
function nearest(
  from: number,
  count: number,
  at: number,
  bits: number,
  u: number,
  v: number,
  du: number,
  dv: number,
  base: number,
  gain: number,
): void {
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  let ui = u;
  let vi = v;
  const stop = from + count;
  let out = from;
  for (; out < stop - 1; out += 2) {
    const first = groundTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
    luma[out] = (base + Math.imul(first, gain)) >> 8;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
    const second = groundTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
    luma[out + 1] = (base + Math.imul(second, gain)) >> 8;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
  if (out < stop) {
    const last = groundTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
    luma[out] = (base + Math.imul(last, gain)) >> 8;
  }
}

/** Between two numbers below 256, by a share of 256. */
export const mixed = (from: number, to: number, share: number): number =>
  (Math.imul(from, 256 - share) + Math.imul(to, share)) >> 8;

/** Luma between four texels. */
function blended(s: Surface, from: number, count: number, base: number, gain: number): void {
  const { bits } = s.texture;
  const at = s.texture.lumaAt[0] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const width = 1 << bits;
  // Between the middles of texels.
  let ui = (s.ui - (1 << 15)) | 0;
  let vi = (s.vi - (width << 7)) | 0;
  const { du, dv } = s;
  const stop = from + count;
  for (let out = from; out < stop; out += 1) {
    const column = (ui >> 16) & mask;
    const right = (column + 1) & mask;
    const row = (vi >> 8) & rowMask;
    const upper = at + row;
    const lower = at + ((row + width) & rowMask);
    const fx = (ui >> 8) & 255;
    const a = groundTexels[upper + column] as number;
    const c = groundTexels[lower + column] as number;
    const top = mixed(a, groundTexels[upper + right] as number, fx);
    const bottom = mixed(c, groundTexels[lower + right] as number, fx);
    const texel = mixed(top, bottom, (vi >> bits) & 255);
    luma[out] = (base + Math.imul(texel, gain)) >> 8;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Chroma of an opaque segment. */
function groundChroma(s: Surface, y: number, start: number, count: number): void {
  const { texture } = s;
  const bits = texture.bits - 1 - s.level;
  const at = texture.chromaAt[s.level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const gain = Math.imul(s.chromaGain, s.left) >> 8;
  const base = chromaBase(s, gain);
  const odd = start & 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let vi = (s.vi + Math.imul(odd, s.dv)) | 0;
  const du = s.du << 1;
  const dv = s.dv << 1;
  const row = (y >> 1) * (s.width >> 1);
  const stop = row + ((start + count + 1) >> 1);
  for (let out = row + ((start + 1) >> 1); out < stop; out += 1) {
    const colour =
      (base + Math.imul(spread(groundColours[at + (((vi >> 10) & rowMask) | ((ui >> 17) & mask))] as number), gain)) |
      0;
    cb[out] = colour >> 8;
    cr[out] = colour >> 24;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** A cover of the ground with gaps, as a pond: needs no depth. */
export function cover(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  const chromaRow = (y >> 1) * (s.width >> 1);
  const isEven = (y & 1) === 0;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    const { left, haze, level, du, dv } = s;
    const gain = Math.imul(s.gain, left) >> 8;
    const base = Math.imul(haze.luma, 256 - left) + 128;
    const chromaGain = Math.imul(s.chromaGain, left) >> 8;
    const colourBase = chromaBase(s, chromaGain);
    const bits = texture.bits - level;
    const at = texture.lumaAt[level] as number;
    const chromaAt = texture.chromaAt[level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    const chromaRows = (mask >> 1) << (bits - 1);
    let { ui, vi } = s;
    for (const stop = x + count; x < stop; x += 1) {
      const down = (vi >> 8) & rowMask;
      const across = (ui >> 16) & mask;
      const texel = texels[at + (down | across)] as number;
      if (texel !== 0) {
        luma[row + x] = (base + Math.imul(texel, gain)) >> 8;
        if (isEven && (x & 1) === 0) {
          const chroma = chromaAt + (((vi >> 10) & chromaRows) | (across >> 1));
          const colour = (colourBase + Math.imul(spread(colours[chroma] as number), chromaGain)) | 0;
          cb[chromaRow + (x >> 1)] = colour >> 8;
          cr[chromaRow + (x >> 1)] = colour >> 24;
        }
      }
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}
