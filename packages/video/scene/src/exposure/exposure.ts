import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { Lens } from '../camera/lens.ts';
import { sunPosition } from '../sky/sun.ts';

/** Lower bound of the light: streets of class P4 (EN 13201-2) have 5 lx, half of it away from the lamps. Assumed. */
const TOWN_LUX = 2.5;
/** End of civil twilight (sun 6 degrees below the horizon), clear sky. */
const CIVIL_LUX = 3.4;
const SUNRISE_LUX = 800;
/** Widest aperture, calibration of an incident light meter (ISO 2720), base sensitivity. F-number assumed. */
export const F_NUMBER = 2.8;
const METER = 250;
export const BASE_ISO = 100;
const SHORTEST_S = 1 / 10_000;
/** Frame time at 30 frames/s. */
const LONGEST_S = 1 / 30;
/** 36 dB, typical of small sensors. */
const MOST_GAIN = 64;
/** Full well capacity of a pixel of 2 um, electrons, at base sensitivity: typical of small sensors. Assumed. */
const FULL_WELL = 10_000;
/** Noise reduction by the camera's own filter. Assumed. */
const FILTERED = 0.5;
const LUMA_SPAN = 219;
/** Weaker noise is invisible in eight bits. */
const LEAST_NOISE = 0.6;

/** Optics that determine the blur of near objects. */
export interface Focus {
  /** Aperture, metres. */
  readonly apertureM: number;
  /** Focus distance: the hyperfocal distance; from half of it on the blur stays below a pixel. */
  readonly sharpM: number;
}

export function focus({ focalLengthMm, frameWidth, sensorWidthMm }: Lens, zoom: number): Focus {
  const focalMm = focalLengthMm * zoom;
  const apertureMm = focalMm / F_NUMBER;
  return { apertureM: apertureMm / 1000, sharpM: (focalMm * apertureMm) / (sensorWidthMm / frameWidth) / 1000 };
}

/**
 * Illuminance of level ground, lux. Source: IES RP-21 (clear and overcast sky); twilight interpolated by logarithm to
 * its published end.
 */
export function illuminanceLux(unixMs: number, latitudeDeg: number, longitudeDeg: number, cloudCover: number): number {
  const { elevationDeg } = sunPosition(unixMs, latitudeDeg, longitudeDeg);
  if (elevationDeg <= 0) {
    return Math.max(TOWN_LUX, SUNRISE_LUX * (CIVIL_LUX / SUNRISE_LUX) ** (-elevationDeg / 6));
  }
  const sine = Math.sin(elevationDeg * RAD_PER_DEG);
  const direct = 127_500 * Math.exp(-0.21 / sine) * sine;
  const clear = direct + 800 + 15_500 * Math.sqrt(sine);
  const overcast = 300 + 21_000 * sine;
  return Math.max(TOWN_LUX, clear + (overcast - clear) * cloudCover);
}

interface Exposure {
  readonly exposureS: number;
  /** Gain relative to base sensitivity. */
  readonly gain: number;
}

/** Automatic exposure: first time, then gain. */
export function exposureFor(lux: number): Exposure {
  const wantedS = (METER * F_NUMBER * F_NUMBER) / (BASE_ISO * lux);
  const exposureS = Math.max(SHORTEST_S, Math.min(LONGEST_S, wantedS));
  return { exposureS, gain: Math.max(1, Math.min(MOST_GAIN, wantedS / exposureS)) };
}

/**
 * Noise, steps of luma: shot noise of the electrons at this gain (EMVA 1288), after a square-root tone curve, which
 * makes it equal in light and dark.
 */
export const noiseSteps = (gain: number): number => LUMA_SPAN * 0.5 * Math.sqrt(gain / FULL_WELL) * FILTERED;

/** Visible part of the noise. */
export const visibleNoise = (steps: number): number => (steps < LEAST_NOISE ? 0 : steps);
