/** Turning speed of keys, pads and sticks. */
import { clamp } from '../parts/numbers.ts';

/** Turning speeds of both axes, degrees per second: positive clockwise, positive downwards. */
export interface Speed {
  readonly panDps: number;
  readonly tiltDps: number;
}

export const STANDING: Speed = { panDps: 0, tiltDps: 0 };

/** Speed limits of an axis; the camera refuses speeds below the minimum, which are rounded to it or to 0. */
export interface SpeedLimits {
  readonly slowestDps: number;
  readonly fastestDps: number;
}

/** A direction: -1, 0 or 1 each, or anything between for a stick. */
export interface Way {
  readonly right: number;
  readonly down: number;
}

/** At full speed the picture moves by its own width in this time: with more zoom the camera turns slower. */
const PICTURE_S = 2.5;
/** A key starts with this share of the speed and reaches all of it after a while: a tap is a small step. */
const RAMP_START = 0.25;
const RAMP_S = 1.2;
/** Sticks at rest may be slightly off centre. */
const DEADZONE = 0.14;

/** Highest useful speed at this field of view. */
export const usefulSpeed = (limits: SpeedLimits, fieldOfViewDeg: number): number =>
  clamp(fieldOfViewDeg / PICTURE_S, limits.slowestDps, limits.fastestDps);

/** Share of the speed after a key has been held for this time. */
export const heldShare = (heldS: number): number => Math.min(1, RAMP_START + (1 - RAMP_START) * (heldS / RAMP_S));

/** Response curve of a stick: dead zone in the middle, fine at first, full at the end, equal in any direction. */
export function stickWay(x: number, y: number): Way {
  const pushed = Math.hypot(x, y);
  if (!(pushed > DEADZONE)) return { right: 0, down: 0 };
  const share = Math.min(1, (pushed - DEADZONE) / (1 - DEADZONE)) ** 2;
  return { right: (x / pushed) * share, down: (y / pushed) * share };
}

/** The speeds for a direction at a share of `fastDps`, within the limits of the camera. */
export function speedOf(way: Way, fastDps: number, limits: SpeedLimits): Speed {
  return { panDps: accepted(way.right * fastDps, limits), tiltDps: accepted(way.down * fastDps, limits) };
}

export const addSpeeds = (speeds: Iterable<Speed>, limits: SpeedLimits): Speed => {
  let [panDps, tiltDps] = [0, 0];
  for (const speed of speeds) {
    panDps += speed.panDps;
    tiltDps += speed.tiltDps;
  }
  return { panDps: accepted(panDps, limits), tiltDps: accepted(tiltDps, limits) };
};

/** 0, or within the limits in either direction: less than half of the slowest is treated as 0. */
function accepted(speedDps: number, { fastestDps, slowestDps }: SpeedLimits): number {
  const magnitude = Math.abs(speedDps);
  if (!(magnitude >= slowestDps / 2)) return 0;
  return Math.round(Math.sign(speedDps) * clamp(magnitude, slowestDps, fastestDps) * 10) / 10;
}

export const isStanding = ({ panDps, tiltDps }: Speed): boolean => panDps === 0 && tiltDps === 0;
