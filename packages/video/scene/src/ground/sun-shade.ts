import type { Daylight } from '../sky/daylight.ts';

/** Maximum shadow length, in heights. */
const LONGEST = 7;
/** Shadows below this density are not drawn. */
const WEAKEST = 0.04;

/** Shadows on level ground by the present sun. */
export interface SunShade {
  /** End of the shadow of a height of 1 m, metres; in the frame of the daylight. */
  readonly perHeightX: number;
  readonly perHeightY: number;
  /** Length of a ball's shadow divided by its width. */
  readonly stretch: number;
  /** Darkening by a shadow, of 256; 0: no shadow. */
  readonly density: number;
  /** Brightness of the ground without a lamp, of 256 of that below one. */
  readonly unlit: number;
  /** Upward component of the direction to the sun. */
  readonly sunUp: number;
}

/** @param cos, sin of the heading of the frame, anticlockwise from East */
export function sunShade({ ambient, lamps, shadow, towards }: Daylight, cos: number, sin: number): SunShade {
  const unlit = Math.round((256 * ambient) / (ambient + lamps));
  if (shadow < WEAKEST) return { perHeightX: 0, perHeightY: 0, stretch: 1, density: 0, sunUp: 0, unlit };
  const across = Math.hypot(towards.east, towards.north) || 1;
  const length = Math.min(LONGEST, across / towards.up);
  const east = (-towards.east / across) * length;
  const north = (-towards.north / across) * length;
  return {
    perHeightX: east * cos + north * sin,
    perHeightY: north * cos - east * sin,
    stretch: Math.hypot(1, length),
    density: Math.round(256 * shadow),
    sunUp: towards.up,
    unlit,
  };
}
