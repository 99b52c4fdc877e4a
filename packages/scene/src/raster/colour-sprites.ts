import { PLANES, TEXELS } from './planes.ts';
import { aimSpriteRow, type Surface, startSprite } from './surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { luma, cb, cr, depth } = PLANES;
const { luma: texels, cb: blueTexels, cr: redTexels } = TEXELS;

/** A round cutout at one depth: leaves, flames. */
export function leaves(s: Surface): void {
  startSprite(s);
  const { texture, left, haze, level, du, near } = s;
  const gain = Math.imul(s.gain, left) >> 8;
  const base = Math.imul(haze.luma, 256 - left) + 128;
  const chromaGain = Math.imul(s.chromaGain, left) >> 8;
  const rest = (128 * 256 + 128 - (chromaGain << 7)) | 0;
  const baseCb = (rest + Math.imul(s.tintCb, left) + Math.imul(haze.cb - 128, 256 - left)) | 0;
  const baseCr = (rest + Math.imul(s.tintCr, left) + Math.imul(haze.cr - 128, 256 - left)) | 0;
  const bits = texture.bits - level;
  const chromaAt = texture.chromaAt[level] as number;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    const chroma = chromaAt + ((s.vi >> 10) & ((mask >> 1) << (bits - 1)));
    const toChroma = (y >> 1) * (s.width >> 1);
    const row = y * s.width;
    const isEven = (y & 1) === 0;
    const end = s.rowEnd;
    let { ui } = s;
    for (let x = s.rowStart; x < end; x += 1) {
      if (near > (depth[row + x] as number)) {
        const across = (ui >> 16) & mask;
        const texel = texels[at + across] as number;
        if (texel !== 0) {
          depth[row + x] = near;
          luma[row + x] = (base + Math.imul(texel, gain)) >> 8;
          if (isEven && (x & 1) === 0) {
            cb[toChroma + (x >> 1)] =
              (baseCb + Math.imul(blueTexels[chroma + (across >> 1)] as number, chromaGain)) >> 8;
            cr[toChroma + (x >> 1)] =
              (baseCr + Math.imul(redTexels[chroma + (across >> 1)] as number, chromaGain)) >> 8;
          }
        }
      }
      ui = (ui + du) | 0;
    }
  }
}

/** Density comes from the luma of the texture: 16 is clear, 235 is as dense as can be. */
export function smoke(s: Surface): void {
  startSprite(s);
  const { texture, level, du, near, density, blendLuma, blendCb, blendCr } = s;
  const bits = texture.bits - level;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    const toChroma = (y >> 1) * (s.width >> 1);
    const row = y * s.width;
    const isEven = (y & 1) === 0;
    const end = s.rowEnd;
    let { ui } = s;
    for (let x = s.rowStart; x < end; x += 1) {
      const texel = texels[at + ((ui >> 16) & mask)] as number;
      if (texel > 16 && near > (depth[row + x] as number)) {
        const share = Math.imul(texel - 16, density) >> 8;
        const old = luma[row + x] as number;
        luma[row + x] = old + ((Math.imul(blendLuma - old, share) + 128) >> 8);
        if (isEven && (x & 1) === 0) {
          const out = toChroma + (x >> 1);
          const oldCb = cb[out] as number;
          const oldCr = cr[out] as number;
          cb[out] = oldCb + ((Math.imul(blendCb - oldCb, share) + 128) >> 8);
          cr[out] = oldCr + ((Math.imul(blendCr - oldCr, share) + 128) >> 8);
        }
      }
      ui = (ui + du) | 0;
    }
  }
}
