import { PLACE } from '../raster/memory.ts';
import { type Code, choose, i32 } from '../wasm/instructions.ts';
import type { Local } from '../wasm/program.ts';
import { k, type PixelLook, type PixelRow, word } from './row.ts';

/** Luma of a texel without information. */
const DARKEST = 16;
/** Clearness of the sky from which clouds show, of 256. */
const CLOUDS_FROM = 24;

/** Light and haze of a face at a distance. @param left what the haze leaves of 256 */
export function faceLight({ target }: PixelLook, row: PixelRow, left: Code): Code[] {
  const hazy = i32.sub(k(256), left);
  const lit = (name: 'gain' | 'chromaGain' | 'heatGain'): Code => i32.shr(i32.mul(word(name), left), k(8));
  if (target === 'counts') {
    const base = i32.add(i32.mul(word('baseCounts'), left), i32.mul(word('hazeCounts'), hazy));
    return [row.gain.set(lit('heatGain')), row.base.set(i32.add(base, k(128)))];
  }
  const chroma = (tint: 'tintCb' | 'tintCr', haze: 'hazeCb' | 'hazeCr'): Code =>
    i32.add(
      i32.sub(k(128 * 256 + 128), i32.shl(row.chromaGain.get, k(7))),
      i32.add(i32.mul(word(tint), left), i32.mul(i32.sub(word(haze), k(128)), hazy)),
    );
  return [
    row.gain.set(lit('gain')),
    row.base.set(i32.add(i32.mul(word('hazeLuma'), hazy), k(128))),
    row.chromaGain.set(lit('chromaGain')),
    row.blueBase.set(chroma('tintCb', 'hazeCb')),
    row.redBase.set(chroma('tintCr', 'hazeCr')),
  ];
}

/** Colour and density of smoke. */
export function smokeLight({ target }: PixelLook, row: PixelRow): Code[] {
  return [
    row.gain.set(word('density')),
    row.base.set(word(target === 'counts' ? 'blendCounts' : 'blendLuma')),
    row.blueBase.set(word('blendCb')),
    row.redBase.set(word('blendCr')),
  ];
}

/** The sky is as clear as it is steep; where it is not, it has the colour of the haze. @param steep of 256 */
export function skyLight({ target }: PixelLook, row: PixelRow, steep: Local): Code[] {
  const entry = i32.shl(steep.get, k(2));
  const withoutClouds = (value: Code): Code => i32.sub(value, i32.mul(row.gain.get, k(DARKEST)));
  if (target === 'counts') {
    const counts = i32.add(i32.shl(i32.load(entry, PLACE.skyCounts), k(8)), k(128));
    return [row.gain.set(word('heatGain')), row.base.set(withoutClouds(counts))];
  }
  const clear = i32.load(entry, PLACE.skyClear);
  const mixed = (haze: 'hazeLuma' | 'hazeCb' | 'hazeCr', own: 'blendLuma' | 'blendCb' | 'blendCr'): Code =>
    i32.add(i32.shl(word(haze), k(8)), i32.mul(i32.sub(word(own), word(haze)), clear));
  const cloudy = i32.sub(clear, k(CLOUDS_FROM));
  return [
    row.gain.set(i32.shr(i32.mul(word('gain'), choose(cloudy, k(0), i32.gt(cloudy, k(0)))), k(8))),
    row.base.set(withoutClouds(i32.add(mixed('hazeLuma', 'blendLuma'), k(128)))),
    row.blueBase.set(mixed('hazeCb', 'blendCb')),
    row.redBase.set(mixed('hazeCr', 'blendCr')),
  ];
}
