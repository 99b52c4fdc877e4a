import type { Daylight } from '../sky/daylight.ts';

/** A shadow reaches no further than this many heights. */
const LONGEST = 7;
/** Weaker shadows are not drawn. */
const WEAKEST = 0.04;

/** How the sun of a moment casts shadows on level ground. */
export interface SunShade {
  /** Where the shadow of something 1 m high ends, metres; in the frame that the daylight was turned to. */
  readonly perHeightX: number;
  readonly perHeightY: number;
  /** How much longer than wide the shadow of a ball is. */
  readonly stretch: number;
  /** What a shadow takes away of 256; 0 is no shadow. */
  readonly density: number;
  /** Upward part of the direction to the sun. */
  readonly sunUp: number;
}

/** @param cos, sin of the heading of the frame, anticlockwise from East */
export function sunShadeOf({ shadow, towards }: Daylight, cos: number, sin: number): SunShade {
  if (shadow < WEAKEST) return { perHeightX: 0, perHeightY: 0, stretch: 1, density: 0, sunUp: 0 };
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
  };
}
