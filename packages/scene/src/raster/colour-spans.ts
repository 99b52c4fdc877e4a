import { DEPTH_ONE, PLANES, SHADED, TEXELS } from './planes.ts';
import { type Surface, segmentAt, setHaze, startPatch, startSpan, stepPatch, stepSegment } from './surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr, depth } = PLANES;
const { luma: texels, cb: blueTexels, cr: redTexels } = TEXELS;

/*
 * Inner loops of the colour picture. All have the same form: per segment of 16 pixels, light and haze become luma = base + gain *
 * texel, in 1/256; then chroma of every second pixel of even rows; then luma. They are written out, not shared through callbacks,
 * because a call per pixel or segment costs more than what it does.
 */

/** Below this many texels per pixel (as area) single texels would show: they are blended. */
const BLEND_BELOW = 0.3;

export function ground(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  startPatch(s);
  for (let x = start; x < end; ) {
    const count = segmentAt(s, x, end);
    stepSegment(s, count);
    const gain = Math.imul(s.gain, s.left) >> 8;
    const patch = stepPatch(s, count);
    let base = Math.imul(s.haze.luma, 256 - s.left) + (Math.imul(patch, gain) >> 8) + 128;
    const baseStep = Math.imul(s.patchStep, gain) >> 8;
    if ((y & 1) === 0) chromaSegment(s, y, x, count, patch);
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    if (s.density2 < BLEND_BELOW) {
      blended(s, row + x, count, base, baseStep, gain);
    } else {
      const mask = (1 << bits) - 1;
      const rowMask = mask << bits;
      let { ui, vi } = s;
      const { du, dv } = s;
      const stop = row + x + count;
      for (let out = row + x; out < stop; out += 1) {
        const texel = texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
        luma[out] = (base + Math.imul(texel, gain)) >> 8;
        base = (base + baseStep) | 0;
        ui = (ui + du) | 0;
        vi = (vi + dv) | 0;
      }
    }
    x += count;
  }
}

/** Luma between four texels. */
function blended(s: Surface, from: number, count: number, start: number, step: number, gain: number): void {
  const { bits } = s.texture;
  const at = s.texture.lumaAt[0] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const width = 1 << bits;
  // Between the middles of texels.
  let ui = (s.ui - (1 << 15)) | 0;
  let vi = (s.vi - (width << 7)) | 0;
  let base = start;
  const { du, dv } = s;
  const stop = from + count;
  for (let out = from; out < stop; out += 1) {
    const column = (ui >> 16) & mask;
    const right = (column + 1) & mask;
    const row = (vi >> 8) & rowMask;
    const upper = at + row;
    const lower = at + ((row + width) & rowMask);
    const fx = (ui >> 8) & 255;
    const fy = (vi >> bits) & 255;
    const a = texels[upper + column] as number;
    const c = texels[lower + column] as number;
    const top = ((a << 8) + Math.imul((texels[upper + right] as number) - a, fx)) | 0;
    const bottom = ((c << 8) + Math.imul((texels[lower + right] as number) - c, fx)) | 0;
    const texel = ((top << 8) + Math.imul(bottom - top, fy)) | 0;
    luma[out] = (base + (Math.imul(texel >> 10, gain) >> 6)) >> 8;
    base = (base + step) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Chroma of a segment that hides everything; dry patches are a little more yellow. */
function chromaSegment(s: Surface, y: number, start: number, count: number, patch: number): void {
  const { texture } = s;
  const bits = texture.bits - 1 - s.level;
  const at = texture.chromaAt[s.level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const gain = Math.imul(s.chromaGain, s.left) >> 8;
  const hazy = 256 - s.left;
  const rest = (128 * 256 + 128 - (gain << 7)) | 0;
  const baseCb = (rest + Math.imul(s.tintCb, s.left) + Math.imul(s.haze.cb - 128, hazy) - (patch >> 2)) | 0;
  const baseCr = (rest + Math.imul(s.tintCr, s.left) + Math.imul(s.haze.cr - 128, hazy) + (patch >> 2)) | 0;
  const odd = start & 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let vi = (s.vi + Math.imul(odd, s.dv)) | 0;
  const du = s.du << 1;
  const dv = s.dv << 1;
  const row = (y >> 1) * (s.width >> 1);
  const stop = row + ((start + count + 1) >> 1);
  for (let out = row + ((start + 1) >> 1); out < stop; out += 1) {
    const texel = at + (((vi >> 10) & rowMask) | ((ui >> 17) & mask));
    cb[out] = (baseCb + Math.imul(blueTexels[texel] as number, gain)) >> 8;
    cr[out] = (baseCr + Math.imul(redTexels[texel] as number, gain)) >> 8;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Whatever stands on the ground: hidden by what is nearer, and hiding what is further. */
export function solid(s: Surface, y: number, start: number, end: number): void {
  const depthRow = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = segmentAt(s, x, end);
    stepSegment(s, count);
    const gain = Math.imul(s.gain, s.left) >> 8;
    const base = Math.imul(s.haze.luma, 256 - s.left) + 128;
    if ((y & 1) === 0) chromaSolid(s, y, x, count);
    const from = depthRow + x;
    x += count;
    if (s.density2 < BLEND_BELOW) {
      blendedSolid(s, from, count, base, gain);
      continue;
    }
    nearestSolid(s, from, count, base, gain);
  }
}

function nearestSolid(s: Surface, from: number, count: number, base: number, gain: number): void {
  const { du, dv, nearStep, level, texture } = s;
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

function blendedSolid(s: Surface, from: number, count: number, base: number, gain: number): void {
  const { nearStep, du, dv } = s;
  const { bits } = s.texture;
  const at = s.texture.lumaAt[0] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const width = 1 << bits;
  // Between the middles of texels.
  let ui = (s.ui - (1 << 15)) | 0;
  let vi = (s.vi - (width << 7)) | 0;
  let { near } = s;
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
      const top = ((a << 8) + Math.imul((texels[upper + right] as number) - a, fx)) | 0;
      const bottom = ((c << 8) + Math.imul((texels[lower + right] as number) - c, fx)) | 0;
      const texel = ((top << 8) + Math.imul(bottom - top, (vi >> bits) & 255)) | 0;
      luma[out] = (base + (Math.imul(texel >> 10, gain) >> 6)) >> 8;
    }
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Goes before luma, because that changes the depths which both look at. */
function chromaSolid(s: Surface, y: number, start: number, count: number): void {
  const { texture } = s;
  const bits = texture.bits - 1 - s.level;
  const at = texture.chromaAt[s.level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const gain = Math.imul(s.chromaGain, s.left) >> 8;
  const hazy = 256 - s.left;
  const rest = (128 * 256 + 128 - (gain << 7)) | 0;
  const baseCb = (rest + Math.imul(s.tintCb, s.left) + Math.imul(s.haze.cb - 128, hazy)) | 0;
  const baseCr = (rest + Math.imul(s.tintCr, s.left) + Math.imul(s.haze.cr - 128, hazy)) | 0;
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
      const texel = at + (((vi >> 10) & rowMask) | ((ui >> 17) & mask));
      cb[out] = (baseCb + Math.imul(blueTexels[texel] as number, gain)) >> 8;
      cr[out] = (baseCr + Math.imul(redTexels[texel] as number, gain)) >> 8;
    }
    out += 1;
    near = (near + nearStep) | 0;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** The last but one level of the texture stands for all of it. */
export function plain(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const depthRow = y * s.width;
  startSpan(s, y, start, end);
  setHaze(s, s.z);
  const { left, haze } = s;
  const level = texture.bits - 1;
  const texel = texels[texture.lumaAt[level] as number] as number;
  const value = (Math.imul(haze.luma, 256 - left) + 128 + Math.imul(texel, Math.imul(s.gain, left) >> 8)) >> 8;
  let near = (s.iz * DEPTH_ONE) | 0;
  const nearStep = (s.izdx * DEPTH_ONE) | 0;
  if ((y & 1) === 0) {
    const at = texture.chromaAt[level] as number;
    const gain = Math.imul(s.chromaGain, left) >> 8;
    const rest = (128 * 256 + 128 - (gain << 7)) | 0;
    const blue =
      (rest +
        Math.imul(s.tintCb, left) +
        Math.imul(haze.cb - 128, 256 - left) +
        Math.imul(blueTexels[at] as number, gain)) >>
      8;
    const red =
      (rest +
        Math.imul(s.tintCr, left) +
        Math.imul(haze.cr - 128, 256 - left) +
        Math.imul(redTexels[at] as number, gain)) >>
      8;
    const chromaRow = (y >> 1) * (s.width >> 1);
    for (let x = start + (start & 1); x < end; x += 2) {
      if (near + Math.imul(x - start, nearStep) > (depth[depthRow + x] as number)) {
        cb[chromaRow + (x >> 1)] = blue;
        cr[chromaRow + (x >> 1)] = red;
      }
    }
  }
  const stop = depthRow + end;
  for (let out = depthRow + start; out < stop; out += 1) {
    if (near > (depth[out] as number)) {
      depth[out] = near;
      luma[out] = value;
    }
    near = (near + nearStep) | 0;
  }
}

/** As solid, but one sees through where the texture is clear. Colours of leaves are much the same everywhere. */
export function cutout(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const depthRow = y * s.width;
  const toChroma = (y >> 1) * (s.width >> 1);
  const isEven = (y & 1) === 0;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = segmentAt(s, x, end);
    stepSegment(s, count);
    const { left, haze, level, du, dv, nearStep } = s;
    const gain = Math.imul(s.gain, left) >> 8;
    const base = Math.imul(haze.luma, 256 - left) + 128;
    const chromaGain = Math.imul(s.chromaGain, left) >> 8;
    const rest = (128 * 256 + 128 - (chromaGain << 7)) | 0;
    const baseCb = (rest + Math.imul(s.tintCb, left) + Math.imul(haze.cb - 128, 256 - left)) | 0;
    const baseCr = (rest + Math.imul(s.tintCr, left) + Math.imul(haze.cr - 128, 256 - left)) | 0;
    const bits = texture.bits - level;
    const at = texture.lumaAt[level] as number;
    const chromaAt = texture.chromaAt[level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    const chromaRows = (mask >> 1) << (bits - 1);
    let { ui, vi } = s;
    let { near } = s;
    for (const stop = x + count; x < stop; x += 1) {
      const out = depthRow + x;
      if (near > (depth[out] as number)) {
        const down = (vi >> 8) & rowMask;
        const across = (ui >> 16) & mask;
        const texel = texels[at + (down | across)] as number;
        if (texel !== 0) {
          depth[out] = near;
          luma[out] = (base + Math.imul(texel, gain)) >> 8;
          if (isEven && (x & 1) === 0) {
            const chroma = chromaAt + (((vi >> 10) & chromaRows) | (across >> 1));
            cb[toChroma + (x >> 1)] = (baseCb + (blueTexels[chroma] as number) * chromaGain) >> 8;
            cr[toChroma + (x >> 1)] = (baseCr + (redTexels[chroma] as number) * chromaGain) >> 8;
          }
        }
      }
      near = (near + nearStep) | 0;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
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
    const count = segmentAt(s, x, end);
    stepSegment(s, count);
    const { left, haze, level, du, dv } = s;
    const gain = Math.imul(s.gain, left) >> 8;
    const base = Math.imul(haze.luma, 256 - left) + 128;
    const chromaGain = Math.imul(s.chromaGain, left) >> 8;
    const rest = (128 * 256 + 128 - (chromaGain << 7)) | 0;
    const baseCb = (rest + Math.imul(s.tintCb, left) + Math.imul(haze.cb - 128, 256 - left)) | 0;
    const baseCr = (rest + Math.imul(s.tintCr, left) + Math.imul(haze.cr - 128, 256 - left)) | 0;
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
          cb[chromaRow + (x >> 1)] = (baseCb + (blueTexels[chroma] as number) * chromaGain) >> 8;
          cr[chromaRow + (x >> 1)] = (baseCr + (redTexels[chroma] as number) * chromaGain) >> 8;
        }
      }
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

/** Each pixel of the ground gets darker once, however many shadows fall on it: the depth remembers. */
export function shade(s: Surface, y: number, start: number, end: number): void {
  startSpan(s, y, start, end);
  const { texture, density } = s;
  const depthRow = y * s.width;
  const bright = 256 - density;
  for (let x = start; x < end; ) {
    const count = segmentAt(s, x, end);
    stepSegment(s, count);
    if ((y & 1) === 0) shadeChroma(s, y, x, count);
    const base = (Math.imul(Math.imul(s.haze.luma, 256 - s.left), density) >> 8) + 128;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv } = s;
    const from = depthRow + x;
    x += count;
    const stop = depthRow + x;
    for (let out = from; out < stop; out += 1) {
      if (depth[out] === 0 && texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] !== 0) {
        depth[out] = SHADED;
        luma[out] = (base + Math.imul(luma[out] as number, bright)) >> 8;
      }
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

/** Colours fade a little where the sun does not reach. */
function shadeChroma(s: Surface, y: number, start: number, count: number): void {
  const { texture } = s;
  const fade = s.density >> 1;
  const rest = 128 * fade + 128;
  const bits = texture.bits - s.level;
  const at = texture.lumaAt[s.level] as number;
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
    if (depth[pixel] === 0 && texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] !== 0) {
      cb[out] = (rest + Math.imul(cb[out] as number, 256 - fade)) >> 8;
      cr[out] = (rest + Math.imul(cr[out] as number, 256 - fade)) >> 8;
    }
    out += 1;
    ui = (ui + du) | 0;
    vi = (vi + dv) | 0;
  }
}

/** Clouds on a plane above; the haze takes the place of the gradient of the sky. */
export function sky(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  const chromaRow = (y >> 1) * (s.width >> 1);
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = segmentAt(s, x, end);
    const steep = Math.min(255, (s.iz * s.skySteps) | 0);
    stepSegment(s, count);
    const clear = s.skyClear[steep] as number;
    const base = ((s.haze.luma << 8) + Math.imul(s.blendLuma - s.haze.luma, clear) + 128) | 0;
    const white = Math.imul(s.gain, clear > 24 ? clear - 24 : 0) >> 8;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv } = s;
    const stop = x + count;
    if ((y & 1) === 0) {
      const blue = s.haze.cb + (Math.imul(s.blendCb - s.haze.cb, clear) >> 8);
      const red = s.haze.cr + (Math.imul(s.blendCr - s.haze.cr, clear) >> 8);
      const last = chromaRow + ((stop + 1) >> 1);
      for (let out = chromaRow + ((x + 1) >> 1); out < last; out += 1) {
        cb[out] = blue;
        cr[out] = red;
      }
    }
    for (; x < stop; x += 1) {
      const texel = texels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
      luma[row + x] = (base + Math.imul(texel - 16, white)) >> 8;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}
