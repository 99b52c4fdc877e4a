import { PLANES, TEXELS } from '@kitestring/scene/raster/planes.ts';
import { chromaBase, spread } from '@kitestring/scene/raster/rare-colour-spans.ts';
import { aimSpriteRow, type Surface, startSprite } from '@kitestring/scene/raster/surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr, depth } = PLANES;
const { luma: texels, chroma: colours } = TEXELS;

/** A round cutout at one depth: leaves, flames. */
export function leaves(s: Surface): void {
  startSprite(s);
  const { texture, left, level, du, near } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(s.haze.luma, 256 - left) + 128;
  const chromaGain = Math.imul(s.chromaGain, left) >> 8;
  const colourBase = chromaBase(s, chromaGain);
  const bits = texture.bits - level;
  const chromaAt = texture.chromaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  const chromaRows = (mask >> 1) << (bits - 1);
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    const chroma = chromaAt + ((s.vi >> 10) & chromaRows);
    if ((y & 1) === 0) leavesChroma(s, y, at, chroma, mask, colourBase, chromaGain);
    const row = y * s.width;
    const end = row + s.rowEnd;
    let { ui } = s;
    for (let out = row + s.rowStart; out < end; out += 1) {
      const texel = texels[at + ((ui >> 16) & mask)] as number;
      const far = depth[out] as number;
      // All bits set where visible, else none: at leaves a branch would be mispredicted all the time.
      const seen = ((far - near) & -texel) >> 31;
      const old = luma[out] as number;
      depth[out] = far ^ ((far ^ near) & seen);
      luma[out] = old ^ ((old ^ ((base + Math.imul(texel, gain)) >> 8)) & seen);
      ui = (ui + du) | 0;
    }
  }
}

/** Before luma, because luma changes the depths that both test. */
function leavesChroma(
  s: Surface,
  y: number,
  at: number,
  chromaAt: number,
  mask: number,
  base: number,
  gain: number,
): void {
  const { near, rowEnd, rowStart, width } = s;
  const odd = rowStart & 1;
  const du = s.du << 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let out = (y >> 1) * (width >> 1) + ((rowStart + odd) >> 1);
  const end = y * width + rowEnd;
  for (let pixel = y * width + rowStart + odd; pixel < end; pixel += 2) {
    const across = (ui >> 16) & mask;
    if (near > (depth[pixel] as number) && texels[at + across] !== 0) {
      const colour = (base + Math.imul(spread(colours[chromaAt + (across >> 1)] as number), gain)) | 0;
      cb[out] = colour >> 8;
      cr[out] = colour >> 24;
    }
    out += 1;
    ui = (ui + du) | 0;
  }
}

/** Density is the luma of the texture: 16 is transparent, 235 is the densest. */
export function smoke(s: Surface): void {
  startSprite(s);
  const { texture, level, du, near, density, blendLuma } = s;
  const bits = texture.bits - level;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    if ((y & 1) === 0) smokeChroma(s, y, at, mask);
    const row = y * s.width;
    const end = row + s.rowEnd;
    let { ui } = s;
    for (let out = row + s.rowStart; out < end; out += 1) {
      if (near > (depth[out] as number)) {
        const share = Math.imul((texels[at + ((ui >> 16) & mask)] as number) - 16, density) >> 8;
        const old = luma[out] as number;
        luma[out] = old + ((Math.imul(blendLuma - old, share) + 128) >> 8);
      }
      ui = (ui + du) | 0;
    }
  }
}

function smokeChroma(s: Surface, y: number, at: number, mask: number): void {
  const { blendCb, blendCr, density, near, rowEnd, rowStart, width } = s;
  const odd = rowStart & 1;
  const du = s.du << 1;
  let ui = (s.ui + Math.imul(odd, s.du)) | 0;
  let out = (y >> 1) * (width >> 1) + ((rowStart + odd) >> 1);
  const end = y * width + rowEnd;
  for (let pixel = y * width + rowStart + odd; pixel < end; pixel += 2) {
    if (near > (depth[pixel] as number)) {
      const share = Math.imul((texels[at + ((ui >> 16) & mask)] as number) - 16, density) >> 8;
      const oldCb = cb[out] as number;
      const oldCr = cr[out] as number;
      cb[out] = oldCb + ((Math.imul(blendCb - oldCb, share) + 128) >> 8);
      cr[out] = oldCr + ((Math.imul(blendCr - oldCr, share) + 128) >> 8);
    }
    out += 1;
    ui = (ui + du) | 0;
  }
}
