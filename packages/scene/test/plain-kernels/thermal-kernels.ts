import { GROUND, PLANES, TEXELS } from '@kitestring/scene/raster/planes.ts';
import { baseOf, RARE_THERMAL_SPANS, solid } from '@kitestring/scene/raster/rare-thermal-spans.ts';
import {
  aimSpriteRow,
  inverseDepthNow,
  nextSegment,
  type SpanKernels,
  type Surface,
  startSpan,
  startSprite,
} from '@kitestring/scene/raster/surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { counts, depth } = PLANES;
const { heat: groundHeat } = GROUND;
const { luma: smokeTexels, heat: heatTexels } = TEXELS;

/* Inner loops of the thermal picture: the same faces as in colour, drawn as counts of temperature. */

function ground(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    const base = baseOf(s);
    const gain = Math.imul(s.heatGain, s.left) >> 8;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv } = s;
    for (const stop = x + count; x < stop; x += 1) {
      counts[row + x] =
        (base + Math.imul(groundHeat[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number, gain)) >> 8;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

function cutout(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    let { near } = s;
    const base = baseOf(s);
    const gain = Math.imul(s.heatGain, s.left) >> 8;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv, nearStep } = s;
    for (const stop = x + count; x < stop; x += 1) {
      if (near > (depth[row + x] as number)) {
        const heat = heatTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
        if (heat !== 0) {
          depth[row + x] = near;
          counts[row + x] = (base + Math.imul(heat, gain)) >> 8;
        }
      }
      near = (near + nearStep) | 0;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

function cover(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    const base = baseOf(s);
    const gain = Math.imul(s.heatGain, s.left) >> 8;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    for (const stop = x + count; x < stop; x += 1) {
      const heat = heatTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
      if (heat !== 0) counts[row + x] = (base + Math.imul(heat, gain)) >> 8;
      ui = (ui + s.du) | 0;
      vi = (vi + s.dv) | 0;
    }
  }
}

/** A cold sky, warmer towards the horizon and where there are clouds. */
function sky(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const steep = Math.min(255, (inverseDepthNow() * s.skySteps) | 0);
    const count = nextSegment(s, x, end);
    const base = ((s.skyCounts[steep] as number) << 8) + 128;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level] as number;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv, heatGain: warm } = s;
    for (const stop = x + count; x < stop; x += 1) {
      const texel = smokeTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))] as number;
      counts[row + x] = (base + Math.imul(texel - 16, warm)) >> 8;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

/** A round cutout at one depth: leaves, flames. */
function leaves(s: Surface): void {
  startSprite(s);
  const { texture, level, du, near } = s;
  const base = baseOf(s);
  const gain = Math.imul(s.heatGain, s.left) >> 8;
  const bits = texture.bits - level;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    const row = y * s.width;
    const end = row + s.rowEnd;
    let { ui } = s;
    for (let out = row + s.rowStart; out < end; out += 1) {
      if (near > (depth[out] as number)) {
        const heat = heatTexels[at + ((ui >> 16) & mask)] as number;
        if (heat !== 0) {
          depth[out] = near;
          counts[out] = (base + Math.imul(heat, gain)) >> 8;
        }
      }
      ui = (ui + du) | 0;
    }
  }
}

/** Smoke lets most of the thermal radiation through. */
function smoke(s: Surface): void {
  startSprite(s);
  const { texture, level, du, near, density, blendCounts } = s;
  const bits = texture.bits - level;
  const mask = (1 << bits) - 1;
  const rowMask = mask << bits;
  for (let y = s.spriteFirst; y < s.spriteLast; y += 1) {
    if (!aimSpriteRow(s, y)) continue;
    const at = (texture.lumaAt[level] as number) + ((s.vi >> 8) & rowMask);
    const row = y * s.width;
    const end = row + s.rowEnd;
    let { ui } = s;
    for (let out = row + s.rowStart; out < end; out += 1) {
      const texel = smokeTexels[at + ((ui >> 16) & mask)] as number;
      if (texel > 16 && near > (depth[out] as number)) {
        const old = counts[out] as number;
        counts[out] = old + (Math.imul(blendCounts - old, Math.imul(texel - 16, density) >> 8) >> 8);
      }
      ui = (ui + du) | 0;
    }
  }
}

/** The thermal picture, by loops that can be read: what the vector code is compared with. */
export const THERMAL_KERNELS: SpanKernels = {
  ...RARE_THERMAL_SPANS,
  ...{ ground, cover, solid, cutout, sky, leaves, smoke },
};
