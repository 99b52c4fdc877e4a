import type { Material } from '../raster/face.ts';
import type { Surface } from '../raster/surface.ts';
import type { Daylight } from '../sky/daylight.ts';
import { COUNTS_PER_K, toCounts } from '../thermal/counts.ts';
import type { Paint } from '../world/body.ts';
import { type LocalLight, NO_LIGHT } from '../world/lights.ts';

/** Appearance of a surface in one kind of picture. */
export interface Shading {
  /** Whether temperatures are drawn instead of colours. */
  readonly isThermal: boolean;
  /** Light of lamps on the next face. */
  near: LocalLight;
  /**
   * Lights a face before it is filled.
   * @param sunShare cosine between its normal and the sun; negative: turned away
   * @param up upward component of its normal
   * @param gain relative brightness of this part
   */
  light(surface: Surface, material: Material, sunShare: number, up: number, paint: Paint, gain: number): void;
}

/** Walls with lit windows: their texture is half as bright beside these. */
const LIT_WALL = 0.5;
/** Maximum luma: above it the haze could overflow. */
const WHITE_LUMA = 235;

/** Light of sun and sky. */
export class ColourShading implements Shading {
  readonly isThermal = false;
  near = NO_LIGHT;
  #day!: Daylight;

  begin(day: Daylight): void {
    this.#day = day;
  }

  light(s: Surface, material: Material, sunShare: number, up: number, paint: Paint, gain: number): void {
    const day = this.#day;
    const isLit = day.isDark && material.litTexture !== undefined;
    if (isLit && material.litTexture !== undefined) s.texture = material.litTexture;
    const sun = sunShare > 0 ? sunShare : 0;
    const lamp = day.lamps * this.near.light;
    const natural = day.ambient * (0.82 + 0.18 * up) + day.direct * sun;
    const light = material.isBright ? 1 : isLit ? Math.max(LIT_WALL, natural) + 0.6 * lamp : natural + lamp;
    const most = (256 * WHITE_LUMA) / s.texture.peakLuma;
    const wanted = 256 * light * gain * paint.gain;
    s.gain = (wanted < most ? wanted : most) | 0;
    // Colours fade with the light.
    const vivid = material.isBright ? 1 : Math.min(1, 0.1 + light * gain);
    s.chromaGain = (256 * vivid) | 0;
    const tinted = material.isBright ? 0 : 1;
    // Integers, so that the inner loops use integer arithmetic only.
    const share = day.lamps / light;
    const rest = 1 - Math.min(1, share * this.near.light);
    s.tintCb = (paint.cb * vivid + tinted * (day.tintCb * rest + this.near.cb * share)) | 0;
    s.tintCr = (paint.cr * vivid + tinted * (day.tintCr * rest + this.near.cr * share)) | 0;
  }
}

const STEPS_OF_HEAT = 255;
/** Share of the day's warmth on a shaded surface. */
export const SHADE_WARMTH = 0.35;

/** Temperatures by weather and by the objects' own heat. */
export class ThermalShading implements Shading {
  readonly isThermal = true;
  near = NO_LIGHT;
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
