/** The geometry between picture and world: a pinhole camera with the fields of view that the station publishes. */
import { nearestTurn, RAD_PER_DEG, wrap180 } from '@kitestring/base/angles.ts';

/** Direction of a stream in the world. Angles in degrees: pan clockwise from North, tilt below the horizon. */
export interface View {
  readonly panDeg: number;
  readonly tiltDeg: number;
  /** About the optical axis, clockwise as seen from behind the camera. */
  readonly rollDeg: number;
  readonly horizontalDeg: number;
  readonly verticalDeg: number;
}

/** A point of the picture: 0, 0 is its top left corner, 1, 1 its bottom right one. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** A direction as seen from the camera. */
export interface Direction {
  /** Clockwise from North. */
  readonly azimuthDeg: number;
  /** Below the horizon. */
  readonly depressionDeg: number;
}

/** The pan and tilt to command. */
export interface Aim {
  readonly panDeg: number;
  readonly tiltDeg: number;
}

/** Right and down of the optical axis at distance 1, for a camera without roll. */
function ray({ horizontalDeg, rollDeg, verticalDeg }: View, { x, y }: PicturePoint): { u: number; v: number } {
  const right = (2 * x - 1) * Math.tan((horizontalDeg / 2) * RAD_PER_DEG);
  const down = (2 * y - 1) * Math.tan((verticalDeg / 2) * RAD_PER_DEG);
  const [sin, cos] = [Math.sin(rollDeg * RAD_PER_DEG), Math.cos(rollDeg * RAD_PER_DEG)];
  return { u: cos * right - sin * down, v: sin * right + cos * down };
}

/** The direction of a point of the picture. */
export function directionAt(view: View, point: PicturePoint): Direction {
  const { u, v } = ray(view, point);
  const [sinTilt, cosTilt] = [Math.sin(view.tiltDeg * RAD_PER_DEG), Math.cos(view.tiltDeg * RAD_PER_DEG)];
  const ahead = cosTilt - v * sinTilt;
  const below = v * cosTilt + sinTilt;
  return {
    azimuthDeg: wrap180(view.panDeg + Math.atan2(u, ahead) / RAD_PER_DEG),
    depressionDeg: Math.atan2(below, Math.hypot(u, ahead)) / RAD_PER_DEG,
  };
}

/**
 * The point of the picture where a direction is seen, which may lie outside the frame; undefined when it is behind the
 * camera.
 */
export function pointOf(view: View, { azimuthDeg, depressionDeg }: Direction): PicturePoint | undefined {
  const [sinTilt, cosTilt] = [Math.sin(view.tiltDeg * RAD_PER_DEG), Math.cos(view.tiltDeg * RAD_PER_DEG)];
  const [sinRoll, cosRoll] = [Math.sin(view.rollDeg * RAD_PER_DEG), Math.cos(view.rollDeg * RAD_PER_DEG)];
  const level = Math.cos(depressionDeg * RAD_PER_DEG);
  const below = Math.sin(depressionDeg * RAD_PER_DEG);
  const aside = level * Math.sin((azimuthDeg - view.panDeg) * RAD_PER_DEG);
  const ahead = level * Math.cos((azimuthDeg - view.panDeg) * RAD_PER_DEG);
  const depth = ahead * cosTilt + below * sinTilt;
  if (depth <= 1e-6) return undefined;
  const u = aside / depth;
  const v = (below * cosTilt - ahead * sinTilt) / depth;
  return {
    x: 0.5 + (cosRoll * u + sinRoll * v) / (2 * Math.tan((view.horizontalDeg / 2) * RAD_PER_DEG)),
    y: 0.5 + (cosRoll * v - sinRoll * u) / (2 * Math.tan((view.verticalDeg / 2) * RAD_PER_DEG)),
  };
}

/**
 * Pan and tilt that bring a direction to a point of the picture; of the two possible tilts, the one nearer to that of
 * `view`. For a direction that no tilt brings there (straight down at the side of the picture), the nearest.
 */
export function aimFor(view: View, direction: Direction, point: PicturePoint): Aim {
  const { u, v } = ray(view, point);
  const alongAxis = Math.hypot(1, v);
  const sine = (Math.sin(direction.depressionDeg * RAD_PER_DEG) * Math.hypot(1, u, v)) / alongAxis;
  const angle = Math.asin(Math.min(1, Math.max(-1, sine)));
  const above = Math.atan(v);
  const tilts = [angle - above, Math.PI - angle - above].map((tilt) => tilt / RAD_PER_DEG);
  const [first = 0, second = 0] = tilts.map((tilt) => nearestTurn(view.tiltDeg, tilt));
  const isFirst = Math.abs(first - view.tiltDeg) <= Math.abs(second - view.tiltDeg);
  const tiltDeg = isFirst ? first : second;
  const ahead = Math.cos(tiltDeg * RAD_PER_DEG) - v * Math.sin(tiltDeg * RAD_PER_DEG);
  return { panDeg: wrap180(direction.azimuthDeg - Math.atan2(u, ahead) / RAD_PER_DEG), tiltDeg };
}

/** Fields of view at another zoom: those at zoom 1 divided by the zoom, as the station publishes them. */
export function zoomed(view: View, fromZoom: number, toZoom: number): View {
  const factor = fromZoom / toZoom;
  return { ...view, horizontalDeg: view.horizontalDeg * factor, verticalDeg: view.verticalDeg * factor };
}
