import type { Material } from '../raster/face.ts';
import type { Surface } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import { COUNTS_PER_K, toCounts } from '../thermal/counts.ts';
import type { Paint } from '../world/body.ts';

/** Appearance of a surface in one kind of picture. */
export interface Shading {
  /** Whether temperatures are drawn instead of colours. */
  readonly isThermal: boolean;
  /**
   * Lights a face before it is filled.
   * @param sunShare cosine between its normal and the sun; negative: turned away
   * @param up upward component of its normal
   * @param gain relative brightness of this part
   */
  light(surface: Surface, material: Material, sunShare: number, up: number, paint: Paint, gain: number): void;
}

/** Maximum luma: above it the haze could overflow. */
const WHITE_LUMA = 235;

/** Light of sun and sky. */
export class ColourShading implements Shading {
  readonly isThermal = false;
  #day!: Daylight;

  begin(day: Daylight): void {
    this.#day = day;
  }

  light(s: Surface, material: Material, sunShare: number, up: number, paint: Paint, gain: number): void {
    const day = this.#day;
    const isLit = day.isDark && material.litTexture !== undefined;
    if (isLit && material.litTexture !== undefined) s.texture = material.litTexture;
    const sun = sunShare > 0 ? sunShare : 0;
    const glow = isLit ? 0.42 : 0;
    const light = material.isBright ? 1 : Math.max(glow, day.ambient * (0.82 + 0.18 * up) + day.direct * sun);
    const most = (256 * WHITE_LUMA) / s.texture.peakLuma;
    const wanted = 256 * light * gain * paint.gain;
    s.gain = (wanted < most ? wanted : most) | 0;
    // Colours fade with the light.
    const vivid = material.isBright ? 1 : Math.min(1, 0.1 + light * gain);
    s.chromaGain = (256 * vivid) | 0;
    const tinted = material.isBright ? 0 : 1;
    // Integers, so that the inner loops use integer arithmetic only.
    s.tintCb = (paint.cb * vivid + tinted * day.tintCb) | 0;
    s.tintCr = (paint.cr * vivid + tinted * day.tintCr) | 0;
  }
}

const STEPS_OF_HEAT = 255;
/** Share of the day's warmth on a shaded surface. */
export const SHADE_WARMTH = 0.35;

/** Temperatures by weather and by the objects' own heat. */
export class ThermalShading implements Shading {
  readonly isThermal = true;
  #airC = 15;
  #sunWarmth = 0;

  begin(airC: number, sunWarmth: number): void {
    this.#airC = airC;
    this.#sunWarmth = sunWarmth;
  }

  light(s: Surface, material: Material, sunShare: number, _up: number, _paint: Paint, gain: number): void {
    const { warmth } = material;
    const sun = SHADE_WARMTH + (1 - SHADE_WARMTH) * Math.max(0, sunShare);
    switch (warmth.kind) {
      case 'weather':
        // Shaded parts of a crown are cooler.
        this.#set(s, this.#airC + warmth.offsetC + 3 * (gain - 1), warmth.sunC * this.#sunWarmth * sun);
        return;
      case 'engine':
        this.#set(s, this.#airC + 6 * this.#sunWarmth * sun, warmth.spanC);
        return;
      case 'own':
        this.#set(s, warmth.lowC, warmth.highC - warmth.lowC);
    }
  }

  #set(s: Surface, lowC: number, spanC: number): void {
    s.baseCounts = toCounts(lowC);
    s.heatGain = ((256 * COUNTS_PER_K * spanC) / STEPS_OF_HEAT) | 0;
  }
}
