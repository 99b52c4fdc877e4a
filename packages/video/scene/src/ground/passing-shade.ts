import type { SceneConditions } from '../render/conditions.ts';
import { daylightAt } from '../sky/daylight.ts';
import { type SunShade, sunShade } from './sun-shade.ts';

/** Interval at which painted shadows follow the sun: too short to see. */
const STEP_MS = 16_000;
/** Tiles are updated at different times, so that no frame has to repaint them all. */
export const PHASES = 32;

/** Shadows for each phase, updated at its interval. Equal conditions give equal shadows. */
export class PassingShade {
  readonly #cos: number;
  readonly #sin: number;
  readonly #steps = new Float64Array(PHASES).fill(Number.NaN);
  readonly #shades: SunShade[] = [];
  #latitudeDeg = Number.NaN;
  #longitudeDeg = Number.NaN;
  #cloudCover = Number.NaN;

  constructor(cos: number, sin: number) {
    this.#cos = cos;
    this.#sin = sin;
  }

  set({ unixMs, latitudeDeg, longitudeDeg, cloudCover }: SceneConditions): void {
    if (latitudeDeg !== this.#latitudeDeg || longitudeDeg !== this.#longitudeDeg || cloudCover !== this.#cloudCover) {
      this.#steps.fill(Number.NaN);
      this.#latitudeDeg = latitudeDeg;
      this.#longitudeDeg = longitudeDeg;
      this.#cloudCover = cloudCover;
    }
    for (let phase = 0; phase < PHASES; phase += 1) {
      const offsetMs = (phase / PHASES) * STEP_MS;
      const step = Math.floor((unixMs + offsetMs) / STEP_MS);
      if (step === this.#steps[phase]) continue;
      this.#steps[phase] = step;
      const day = daylightAt(step * STEP_MS - offsetMs, latitudeDeg, longitudeDeg, cloudCover);
      this.#shades[phase] = sunShade(day, this.#cos, this.#sin);
    }
  }

  of(phase: number): SunShade {
    return this.#shades[phase] as SunShade;
  }
}
