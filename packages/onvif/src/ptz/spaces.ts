/** Coordinate spaces that the camera knows, by the name of ONVIF. */
const space = (kind: 'PanTilt' | 'Zoom', name: string) =>
  `http://www.onvif.org/ver10/tptz/${kind}Spaces/${name}` as const;

export const SPACE = {
  panTiltPosition: space('PanTilt', 'PositionGenericSpace'),
  panTiltDegrees: space('PanTilt', 'SphericalPositionSpaceDegrees'),
  panTiltTranslation: space('PanTilt', 'TranslationGenericSpace'),
  panTiltTranslationDegrees: space('PanTilt', 'SphericalTranslationSpaceDegrees'),
  panTiltFov: space('PanTilt', 'TranslationSpaceFov'),
  panTiltVelocity: space('PanTilt', 'VelocityGenericSpace'),
  panTiltVelocityDegrees: space('PanTilt', 'VelocitySpaceDegrees'),
  zoomPosition: space('Zoom', 'PositionGenericSpace'),
  zoomTranslation: space('Zoom', 'TranslationGenericSpace'),
  zoomVelocity: space('Zoom', 'VelocityGenericSpace'),
} as const;

/** Spaces of each default in a configuration, by its name there; the first is that of a new camera. */
export const MOVE_SPACES = {
  AbsolutePantTiltPosition: [SPACE.panTiltPosition, SPACE.panTiltDegrees],
  AbsoluteZoomPosition: [SPACE.zoomPosition],
  RelativePanTiltTranslation: [SPACE.panTiltFov, SPACE.panTiltTranslation, SPACE.panTiltTranslationDegrees],
  RelativeZoomTranslation: [SPACE.zoomTranslation],
  ContinuousPanTiltVelocity: [SPACE.panTiltVelocity, SPACE.panTiltVelocityDegrees],
  ContinuousZoomVelocity: [SPACE.zoomVelocity],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type MoveSpace = keyof typeof MOVE_SPACES;

/** Travel of the camera with one stream. */
export interface PtzRange {
  readonly streamId: string;
  /** Degrees below the horizon. */
  readonly tiltMinDeg: number;
  readonly tiltMaxDeg: number;
  readonly minDps: number;
  readonly maxDps: number;
  /** Largest zoom; 1 without a zoom. */
  readonly zoomMax: number;
}

export interface PtzDirection {
  /** Azimuth, degrees clockwise from North. */
  readonly panDeg: number;
  /** Degrees below the horizon. */
  readonly tiltDeg: number;
}

const RAD = Math.PI / 180;

/** -180 to 180. */
export const wrapped = (deg: number): number => ((((deg + 180) % 360) + 360) % 360) - 180;

const clamped = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Generic position: x is the azimuth by 180 degrees, y is linear from the lowest tilt (-1) to the highest (1). */
export const genericPosition = ({ panDeg, tiltDeg }: PtzDirection, { tiltMaxDeg, tiltMinDeg }: PtzRange) => ({
  x: wrapped(panDeg) / 180,
  y: clamped(-1 + (2 * (tiltMaxDeg - tiltDeg)) / (tiltMaxDeg - tiltMinDeg), -1, 1),
});

export const directionOfGeneric = (x: number, y: number, { tiltMaxDeg, tiltMinDeg }: PtzRange): PtzDirection => ({
  panDeg: x * 180,
  tiltDeg: tiltMaxDeg - ((y + 1) / 2) * (tiltMaxDeg - tiltMinDeg),
});

/** Equal steps look equal: 0 is zoom 1, 1 is the largest. */
export const zoomPosition = (zoom: number, zoomMax: number): number =>
  zoomMax <= 1 ? 0 : clamped(Math.log(zoom) / Math.log(zoomMax), 0, 1);

export const zoomOfPosition = (x: number, zoomMax: number): number => zoomMax ** clamped(x, 0, 1);

/**
 * The direction that brings a point of the picture to its middle, exactly, and not by proportion: at a steep tilt a small step to
 * the side is a large turn. @param x, y -1 to 1, right and up; @param view full angles of the picture, degrees
 */
export function directionOfFov(
  { panDeg, tiltDeg }: PtzDirection,
  { x, y }: { readonly x: number; readonly y: number },
  view: { readonly horizontalDeg: number; readonly verticalDeg: number },
): PtzDirection {
  const right = x * Math.tan((view.horizontalDeg / 2) * RAD);
  const above = y * Math.tan((view.verticalDeg / 2) * RAD);
  const [cos, sin] = [Math.cos(tiltDeg * RAD), Math.sin(tiltDeg * RAD)];
  const forward = cos + above * sin;
  const up = -sin + above * cos;
  return {
    panDeg: panDeg + Math.atan2(right, forward) / RAD,
    tiltDeg: Math.atan2(-up, Math.hypot(right, forward)) / RAD,
  };
}
