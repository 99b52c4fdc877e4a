import { PLANES, TEXELS } from '@kitestring/scene/raster/planes.ts';
import { chromaBase, spread } from '@kitestring/scene/raster/rare-colour-spans.ts';
import { inverseDepthNow, nextSegment, type Surface, startSpan } from '@kitestring/scene/raster/surface.ts';
import { mixed } from './colour-ground.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr, depth } = PLANES;
const { luma: texels, chroma: colours } = TEXELS;

/* The form of these loops is told in colour-ground.ts. */

/** Whatever stands on the ground: hidden by what is nearer, and hiding what is further. */
export function solid(s: Surface, y: number, start: number, end: number): void {
  const depthRow = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    if (s.isNear === 1) blendedSolid(s, y, x, count);
    else if ((y & 1) === 0) evenSolid(s, y, x, count);
    else oddSolid(s, depthRow + x, count);
    x += count;
  }
}

/** Rows without chroma. */
function oddSolid(s: Surface, from: number, count: number): void {
  const { du, dv, left, nearStep, level, texture } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - left) + 128;
  const bits = texture.bits - level;
  const at = texture.lumaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  let { ui, vi, near } = s;
  const stop = from + count;
  for (let out = from; out < stop; out += 1) {
    if (near > (depth[out] as number)) {
      depth[out] = near;
      const texel = texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
      luma[out] = (base + Math.imul(texel, gain)) >> 8;
    }
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Two pixels at a time, the first of which has chroma. */
function evenSolid(s: Surface, y: number, start: number, count: number): void {
  const { du, dv, left, nearStep, level, texture } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - left) + 128;
  const chromaGain = Math.imul(s.chromaGain, left) >> 8;
  const colourBase = chromaBase(s, chromaGain);
  const bits = texture.bits - level;
  const at = texture.lumaAt[level] as number;
  const chromaAt = texture.chromaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const chromaMask = mask >> 1;
  const chromaRows = chromaMask << (bits - 1);
  let { ui, vi, near } = s;
  let out = y * s.width + start;
  const stop = out + count;
  if ((start & 1) === 1) {
    if (near > (depth[out] as number)) {
      depth[out] = near;
      luma[out] = (base + Math.imul(texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number, gain)) >> 8;
    }
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
    out += 1;
  }
  let chroma = (y >> 1) * (s.width >> 1) + ((start + 1) >> 1);
  for (; out < stop; out += 2) {
    if (near > (depth[out] as number)) {
      depth[out] = near;
      luma[out] = (base + Math.imul(texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number, gain)) >> 8;
      const texel = chromaAt + (((vi >> 10) & chromaRows) | ((ui >> 17) & chromaMask));
      const colour = (colourBase + Math.imul(spread(colours[texel] as number), chromaGain)) | 0;
      cb[chroma] = colour >> 8;
      cr[chroma] = colour >> 24;
    }
    if (out + 1 < stop) {
      const second = (near + nearStep) | 0;
      if (second > (depth[out + 1] as number)) {
        depth[out + 1] = second;
        const texel = at + ((((vi + dv) >> 8) & rowMask) | (((ui + du) >> 16) & mask));
        luma[out + 1] = (base + Math.imul(texels[texel] as number, gain)) >> 8;
      }
    }
    chroma += 1;
    near = (near + nearStep + nearStep) | 0;
    ui = (ui + du + du) | 0;
    vi = (vi + dv + dv) | 0;
  }
}

function blendedSolid(s: Surface, y: number, start: number, count: number): void {
  if ((y & 1) === 0) solidChroma(s, y, start, count);
  const { nearStep, du, dv, left } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - left) + 128;
  const { bits } = s.texture;
  const at = s.texture.lumaAt[0] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const width = 1 << bits;
  // Between the middles of texels.
  let ui = (s.ui - (1 << 15)) | 0;
  let vi = (s.vi - (width << 7)) | 0;
  let { near } = s;
  const from = y * s.width + start;
  const stop = from + count;
  for (let out = from; out < stop; out += 1) {
    if (near > (depth[out] as number)) {
      depth[out] = near;
      const column = (ui >> 16) & mask;
      const right = (column + 1) & mask;
      const row = (vi >> 8) & rowMask;
      const upper = at + row;
      const lower = at + ((row + width) & rowMask);
      const fx = (ui >> 8) & 255;
      const a = texels[upper + column] as number;
      const c = texels[lower + column] as number;
      const top = mixed(a, texels[upper + right] as number, fx);
      const bottom = mixed(c, texels[lower + right] as number, fx);
      const texel = mixed(top, bottom, (vi >> bits) & 255);
      luma[out] = (base + Math.imul(texel, gain)) >> 8;
    }
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Goes before luma, because that changes the depths which both look at. */
function solidChroma(s: Surface, y: number, start: number, count: number): void {
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
  let near = (s.near + Math.imul(odd, s.nearStep)) | 0;
  const du = s.du << 1;
  const dv = s.dv << 1;
  const nearStep = s.nearStep << 1;
  let out = (y >> 1) * (s.width >> 1) + ((start + odd) >> 1);
  const stop = y * s.width + start + count;
  for (let pixel = y * s.width + start + odd; pixel < stop; pixel += 2) {
    if (near > (depth[pixel] as number)) {
      const colour =
        (base + Math.imul(spread(colours[at + (((vi >> 10) & rowMask) | ((ui >> 17) & mask))] as number), gain)) | 0;
      cb[out] = colour >> 8;
      cr[out] = colour >> 24;
    }
    out += 1;
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** As solid, with transparent texels. */
export function cutout(s: Surface, y: number, start: number, end: number): void {
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    if ((y & 1) === 0) cutoutChroma(s, y, x, count);
    cutoutLuma(s, y * s.width + x, count);
    x += count;
  }
}

function cutoutLuma(s: Surface, from: number, count: number): void {
  const { du, dv, left, level, nearStep, texture } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - left) + 128;
  const bits = texture.bits - level;
  const at = texture.lumaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  let { ui, vi, near } = s;
  const stop = from + count;
  for (let out = from; out < stop; out += 1) {
    const texel = texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
    const far = depth[out] as number;
    // All bits where something is seen, none elsewhere: at leaves a branch would be foretold wrong all the time.
    const seen = ((far - near) & -texel) >> 31;
    const old = luma[out] as number;
    depth[out] = far ^ ((far ^ near) & seen);
    luma[out] = old ^ ((old ^ ((base + Math.imul(texel, gain)) >> 8)) & seen);
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

function cutoutChroma(s: Surface, y: number, start: number, count: number): void {
  const { level, texture } = s;
  const bits = texture.bits - level;
  const lumaAt = texture.lumaAt[level] as number;
  const at = texture.chromaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const chromaRows = (mask >> 1) << (bits - 1);
  const gain = Math.imul(s.chromaGain, s.left) >> 8;
  const base = chromaBase(s, gain);
  const odd = start & 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let vi = (s.vi + Math.imul(odd, s.dv)) | 0;
  let near = (s.near + Math.imul(odd, s.nearStep)) | 0;
  const du = s.du << 1;
  const dv = s.dv << 1;
  const nearStep = s.nearStep << 1;
  let out = (y >> 1) * (s.width >> 1) + ((start + odd) >> 1);
  const stop = y * s.width + start + count;
  for (let pixel = y * s.width + start + odd; pixel < stop; pixel += 2) {
    const across = (ui >> 16) & mask;
    const isSolid = texels[lumaAt + (((vi >> 8) & rowMask) | across)] !== 0;
    if (isSolid && near > (depth[pixel] as number)) {
      const colour =
        (base + Math.imul(spread(colours[at + (((vi >> 10) & chromaRows) | (across >> 1))] as number), gain)) | 0;
      cb[out] = colour >> 8;
      cr[out] = colour >> 24;
    }
    out += 1;
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Clouds on a plane above; the haze takes the place of the gradient of the sky. */
export function sky(s: Surface, y: number, start: number, end: number): void {
  const { haze, texture } = s;
  const row = y * s.width;
  const chromaRow = (y >> 1) * (s.width >> 1);
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const steep = Math.min(255, (inverseDepthNow() * s.skySteps) | 0);
    const count = nextSegment(s, x, end);
    const clear = s.skyClear[steep] as number;
    const base = ((haze.luma << 8) + Math.imul(s.blendLuma - haze.luma, clear) + 128) | 0;
    const white = Math.imul(s.gain, clear > 24 ? clear - 24 : 0) >> 8;
    const stop = x + count;
    if ((y & 1) === 0) {
      const first = chromaRow + ((x + 1) >> 1);
      const last = chromaRow + ((stop + 1) >> 1);
      cb.fill(haze.cb + (Math.imul(s.blendCb - haze.cb, clear) >> 8), first, last);
      cr.fill(haze.cr + (Math.imul(s.blendCr - haze.cr, clear) >> 8), first, last);
    }
    const at = texture.lumaAt[s.level] as number;
    skyLuma(row + x, count, at, texture.bits - s.level, s.ui, s.vi, s.du, s.dv, base - (white << 4), white);
    x = stop;
  }
}

function skyLuma(
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
  for (let out = from; out < stop; out += 1) {
    luma[out] = (base + Math.imul(texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number, gain)) >> 8;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}
