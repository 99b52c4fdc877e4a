import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { blueDifference, redDifference, texelLuma } from '../texture/texture-pool.ts';
import { type Colour, ease } from '../texture/tone.ts';
import { type SunPosition, sunPosition } from './sun.ts';

/** A colour in the format of a frame. */
export interface Yuv {
  readonly luma: number;
  readonly cb: number;
  readonly cr: number;
}

const toYuv = ([red, green, blue]: Colour): Yuv => ({
  luma: texelLuma(red, green, blue),
  cb: Math.round(blueDifference(red, green, blue)),
  cr: Math.round(redDifference(red, green, blue)),
});

/** Present light, as the camera's automatic exposure shows it. */
export interface Daylight {
  readonly sun: SunPosition;
  /** Direction to the sun, at least 5 degrees high: shadows must end. */
  readonly towards: { readonly east: number; readonly north: number; readonly up: number };
  /** On a surface that faces the sun, and on one that sees only sky; 1 leaves a texture unchanged. */
  readonly direct: number;
  readonly ambient: number;
  /** Colour of the light. */
  readonly tintCb: number;
  readonly tintCr: number;
  /** Darkening by a shadow, 0 to 1. */
  readonly shadow: number;
  readonly zenith: Yuv;
  readonly horizon: Yuv;
  /** Light of the lamps of the town: 0 by day. */
  readonly lamps: number;
  /** Windows are lit. */
  readonly isDark: boolean;
  /** Share of the warmth of full sun, 0 to 1. */
  readonly sunWarmth: number;
}

/** Colours of the sky by elevation of the sun, degrees. */
const SKIES: readonly { readonly atDeg: number; readonly zenith: Colour; readonly horizon: Colour }[] = [
  { atDeg: -12, zenith: [12, 16, 32], horizon: [36, 40, 58] },
  { atDeg: -5, zenith: [44, 60, 106], horizon: [172, 126, 112] },
  { atDeg: 1, zenith: [76, 108, 166], horizon: [236, 184, 138] },
  { atDeg: 10, zenith: [84, 134, 200], horizon: [210, 214, 214] },
  { atDeg: 35, zenith: [74, 128, 204], horizon: [190, 208, 226] },
];
/** Light below a street lamp, as automatic exposure shows it. */
const LAMP_LIGHT = 0.75;
const OVERCAST: Colour = [176, 181, 186];

/** @param cloudCover 0 is a clear sky, 1 an overcast one */
export function daylightAt(unixMs: number, latitudeDeg: number, longitudeDeg: number, cloudCover: number): Daylight {
  const sun = sunPosition(unixMs, latitudeDeg, longitudeDeg);
  const { elevationDeg } = sun;
  const open = 1 - 0.85 * cloudCover;
  const direct = 0.72 * ease(-1, 14, elevationDeg) * open;
  const ambient = 0.1 + 0.3 * ease(-11, 8, elevationDeg) + 0.2 * cloudCover * ease(-6, 10, elevationDeg);
  const towards = direction(sun);
  const level = ambient + direct * towards.up;
  const exposure = Math.max(1, Math.min(2.3, 0.86 / level));
  const warm = ease(14, 1, elevationDeg) * ease(-7, -1, elevationDeg) * open;
  const night = ease(-3, -9, elevationDeg);
  return {
    sun,
    towards,
    direct: direct * exposure,
    ambient: ambient * exposure,
    tintCb: Math.round(7 * night - 9 * warm),
    tintCr: Math.round(9 * warm - 3 * night),
    shadow: Math.min(0.5, 0.85 * ((direct * towards.up) / level) + 0.1 * ease(0, 6, elevationDeg) * open),
    ...skyAt(elevationDeg, cloudCover),
    lamps: LAMP_LIGHT * ease(-2, -6, elevationDeg),
    isDark: elevationDeg < -2.5,
    sunWarmth: 0.1 + 0.9 * ease(-4, 50, elevationDeg) * (1 - 0.6 * cloudCover),
  };
}

function direction({ elevationDeg, azimuthDeg }: SunPosition): Daylight['towards'] {
  // Lower than this, shadows would have no end.
  const elevation = Math.max(5, elevationDeg) * RAD_PER_DEG;
  const azimuth = azimuthDeg * RAD_PER_DEG;
  return {
    east: Math.cos(elevation) * Math.sin(azimuth),
    north: Math.cos(elevation) * Math.cos(azimuth),
    up: Math.sin(elevation),
  };
}

function skyAt(elevationDeg: number, cloudCover: number): { zenith: Yuv; horizon: Yuv } {
  const above = SKIES.findIndex(({ atDeg }) => atDeg >= elevationDeg);
  const high = SKIES[above === -1 ? SKIES.length - 1 : above] as (typeof SKIES)[number];
  const low = above > 0 ? (SKIES[above - 1] as (typeof SKIES)[number]) : high;
  const share = high === low ? 0 : (elevationDeg - low.atDeg) / (high.atDeg - low.atDeg);
  const bright = 0.16 + 0.84 * ease(-10, 12, elevationDeg);
  const grey = mix([0, 0, 0], OVERCAST, bright);
  const mixed = (a: Colour, b: Colour): Yuv => toYuv(mix(mix(a, b, share), grey, cloudCover * 0.9));
  return { zenith: mixed(low.zenith, high.zenith), horizon: mixed(low.horizon, high.horizon) };
}

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
