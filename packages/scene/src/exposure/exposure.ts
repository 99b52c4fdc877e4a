import { sunPosition } from '../sky/sun.ts';

const RAD_PER_DEG = Math.PI / 180;
/** A lit town never gets darker: streets of class P4 (EN 13201-2) have 5 lx, half of it away from the lamps. Assumed. */
const TOWN_LUX = 2.5;
/** At the end of civil twilight (sun 6 degrees down), clear sky. */
const CIVIL_LUX = 3.4;
const SUNRISE_LUX = 800;
/** Of the lens at its widest, and calibration of an incident light meter (ISO 2720), base sensitivity. F-number assumed. */
const F_NUMBER = 2.8;
const METER = 250;
const BASE_ISO = 100;
const SHORTEST_S = 1 / 10_000;
/** A picture's time at 30 pictures a second. */
const LONGEST_S = 1 / 30;
/** 36 dB, as small sensors have. */
const MOST_GAIN = 64;
/** Electrons of a pixel of 2 um when it is full, at base sensitivity: small sensors have about so many. Assumed. */
const FULL_WELL = 10_000;
/** By which the camera's own filter lowers noise. Assumed. */
const FILTERED = 0.5;
const LUMA_SPAN = 219;
/** Nothing weaker survives eight bits. */
const LEAST_NOISE = 0.6;

/** Light on level ground, lux. Source: IES RP-21 (clear and overcast sky); twilight by logarithm to its published end. */
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

export interface Exposure {
  readonly exposureS: number;
  /** Above base sensitivity, times. */
  readonly gain: number;
}

/** What automatic exposure chooses: time first, then gain. */
export function exposureFor(lux: number): Exposure {
  const wantedS = (METER * F_NUMBER * F_NUMBER) / (BASE_ISO * lux);
  const exposureS = Math.max(SHORTEST_S, Math.min(LONGEST_S, wantedS));
  return { exposureS, gain: Math.max(1, Math.min(MOST_GAIN, wantedS / exposureS)) };
}

/**
 * Noise in the picture, steps of luma: shot noise of as many electrons as the gain leaves (EMVA 1288), behind a square-root tone
 * curve, which makes it the same in light and dark.
 */
export const noiseSteps = (gain: number): number => LUMA_SPAN * 0.5 * Math.sqrt(gain / FULL_WELL) * FILTERED;

/** What of it a picture shows. */
export const visibleNoise = (steps: number): number => (steps < LEAST_NOISE ? 0 : steps);
