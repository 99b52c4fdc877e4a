import { DEPTH_ONE, DEPTHS, PLANES, SHADED, TEXELS } from './planes.ts';
import { nextSegment, PLANE, type RareSpans, type Surface, setHaze, startSpan } from './surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr, depth } = PLANES;
const { luma: texels, chroma: colours } = TEXELS;

/** Cb and Cr with room above each. */
export const spread = (colour: number): number => (colour & 0xff) | ((colour & 0xff00) << 8);

/**
 * Offset of the chroma of a lit texel: Cb in the lower, Cr in the upper half, in 1/256.
 * @param gain of chroma, of 256
 */
export function chromaBase(s: Surface, gain: number): number {
  const { haze, left } = s;
  const rest = (128 * 256 + 128 - (gain << 7)) | 0;
  const blue = (rest + Math.imul(s.tintCb, left) + Math.imul(haze.cb - 128, 256 - left)) | 0;
  const red = (rest + Math.imul(s.tintCr, left) + Math.imul(haze.cr - 128, 256 - left)) | 0;
  return (blue + (red << 16)) | 0;
}

/** Each ground pixel is darkened once, however many shadows overlap: the depth buffer marks it. */
function shade(s: Surface, y: number, start: number, end: number): void {
  startSpan(s, y, start, end);
  const { texture, density } = s;
  const depthRow = y * s.width;
  const { ground } = DEPTHS;
  const bright = 256 - density;
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    if ((y & 1) === 0) shadeChroma(s, y, x, count);
    const base = (Math.imul(Math.imul(s.haze.luma, 256 - s.left), density) >> 8) + 128;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level]!;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv } = s;
    const from = depthRow + x;
    x += count;
    const stop = depthRow + x;
    for (let out = from; out < stop; out += 1) {
      if (depth[out]! <= ground && texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] !== 0) {
        depth[out] = ground + SHADED;
        luma[out] = (base + Math.imul(luma[out]!, bright)) >> 8;
      }
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

/** Colours fade a little in the shade. */
function shadeChroma(s: Surface, y: number, start: number, count: number): void {
  const { texture } = s;
  const { ground } = DEPTHS;
  const fade = s.density >> 1;
  const rest = 128 * fade + 128;
  const bits = texture.bits - s.level;
  const at = texture.lumaAt[s.level]!;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const odd = start & 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let vi = (s.vi + Math.imul(odd, s.dv)) | 0;
  const du = s.du << 1;
  const dv = s.dv << 1;
  let out = (y >> 1) * (s.width >> 1) + ((start + odd) >> 1);
  const stop = y * s.width + start + count;
  for (let pixel = y * s.width + start + odd; pixel < stop; pixel += 2) {
    if (depth[pixel]! <= ground && texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] !== 0) {
      cb[out] = (rest + Math.imul(cb[out]!, 256 - fade)) >> 8;
      cr[out] = (rest + Math.imul(cr[out]!, 256 - fade)) >> 8;
    }
    out += 1;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** The second to last mip level stands for the whole texture. */
function plain(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const depthRow = y * s.width;
  const iz = PLANE[0]! + PLANE[1]! * (start + 0.5) + PLANE[2]! * (y + 0.5);
  setHaze(s, 1 / iz);
  const { left, haze } = s;
  const level = texture.bits - 1;
  const texel = texels[texture.lumaAt[level]!]!;
  const value = (Math.imul(haze.luma, 256 - left) + 128 + Math.imul(texel, Math.imul(s.gain, left) >> 8)) >> 8;
  let near = DEPTHS.ground + ((iz * DEPTH_ONE) | 0);
  const nearStep = (PLANE[1]! * DEPTH_ONE) | 0;
  if ((y & 1) === 0) {
    const gain = Math.imul(s.chromaGain, left) >> 8;
    const colour = (chromaBase(s, gain) + Math.imul(spread(colours[texture.chromaAt[level]!]!), gain)) | 0;
    const chromaRow = (y >> 1) * (s.width >> 1);
    for (let x = start + (start & 1); x < end; x += 2) {
      if (near + Math.imul(x - start, nearStep) > depth[depthRow + x]!) {
        cb[chromaRow + (x >> 1)] = colour >> 8;
        cr[chromaRow + (x >> 1)] = colour >> 24;
      }
    }
  }
  const stop = depthRow + end;
  for (let out = depthRow + start; out < stop; out += 1) {
    if (near > depth[out]!) {
      depth[out] = near;
      luma[out] = value;
    }
    near = (near + nearStep) | 0;
  }
}

/** Spans of the picture in colour that are too rare for vector code. */
export const RARE_COLOUR_SPANS: RareSpans = { shade, plain };
