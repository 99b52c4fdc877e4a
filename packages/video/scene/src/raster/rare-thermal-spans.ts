import { DEPTHS, PLANES, SHADED, TEXELS } from './planes.ts';
import { nextSegment, type RareSpans, type Surface, startSpan } from './surface.ts';

// In this module, so that they are constants to the compiler: see PLANES.
const { counts, depth } = PLANES;
const { heat: heatTexels } = TEXELS;

/** Radiation of the air, and the attenuation of the surface, in 1/256 counts. */
export const baseOf = (s: Surface): number =>
  (Math.imul(s.baseCounts, s.left) + Math.imul(s.haze.counts, 256 - s.left) + 128) | 0;

/** Objects on the ground with depth test; here only faces of a few pixels. */
export function solid(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    let { near } = s;
    const base = baseOf(s);
    const gain = Math.imul(s.heatGain, s.left) >> 8;
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level]!;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    let { ui, vi } = s;
    const { du, dv, nearStep } = s;
    for (const stop = x + count; x < stop; x += 1) {
      if (near > depth[row + x]!) {
        depth[row + x] = near;
        const heat = heatTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))]!;
        counts[row + x] = (base + Math.imul(heat, gain)) >> 8;
      }
      near = (near + nearStep) | 0;
      ui = (ui + du) | 0;
      vi = (vi + dv) | 0;
    }
  }
}

/** Ground in the shade is cooler by `blendCounts`, once. */
function shade(s: Surface, y: number, start: number, end: number): void {
  const { texture } = s;
  const row = y * s.width;
  startSpan(s, y, start, end);
  for (let x = start; x < end; ) {
    const count = nextSegment(s, x, end);
    const bits = texture.bits - s.level;
    const at = texture.lumaAt[s.level]!;
    const mask = (1 << bits) - 1;
    const rowMask = mask << bits;
    const cooler = Math.imul(s.blendCounts, s.left) >> 8;
    let { ui, vi } = s;
    for (const stop = x + count; x < stop; x += 1) {
      const heat = heatTexels[at + (((vi >> 8) & rowMask) | ((ui >> 16) & mask))]!;
      if (heat !== 0 && depth[row + x]! <= DEPTHS.ground) {
        depth[row + x] = DEPTHS.ground + SHADED;
        counts[row + x] = counts[row + x]! - cooler;
      }
      ui = (ui + s.du) | 0;
      vi = (vi + s.dv) | 0;
    }
  }
}

/** Spans of the thermal picture that are too rare for vector code. */
export const RARE_THERMAL_SPANS: RareSpans = { shade, plain: solid };
