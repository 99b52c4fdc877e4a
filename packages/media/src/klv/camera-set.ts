import type { LocalSetValues } from './local-set.ts';

const RAD_PER_DEG = Math.PI / 180;
/** WGS 84. */
const EQUATOR_RADIUS_M = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14;
/** Below this tilt the ground point is too far away, if it exists, for a meaningful value. */
const FLATTEST_TILT_DEG = 1;

/** Position and direction of the camera, by the aircraft's sensors. */
export interface CameraFacts {
  readonly timeUs: number;
  readonly platformName: string;
  readonly sensorName: string;
  /** From true North, clockwise. */
  readonly headingDeg?: number;
  readonly position?: { readonly latDeg: number; readonly lonDeg: number; readonly elevationM: number };
  /** Height above the ground, assumed flat. */
  readonly heightM?: number;
  /** From true North, clockwise. */
  readonly panDeg: number;
  /** Below the horizon. */
  readonly tiltDeg: number;
  readonly rollDeg: number;
  /** Absent when the lens is unknown. */
  readonly horizontalFovDeg?: number;
  readonly verticalFovDeg?: number;
}

/**
 * Local set for a camera that a gimbal keeps level, independent of the aircraft's attitude: the platform is declared
 * level, and the camera angles are relative to its heading.
 */
export function cameraSet(facts: CameraFacts): LocalSetValues {
  const { headingDeg, horizontalFovDeg, panDeg, platformName, position, rollDeg, sensorName, tiltDeg, timeUs } = facts;
  const { verticalFovDeg } = facts;
  return {
    timeUs,
    platformName,
    sensorName,
    coordinateSystem: 'WGS-84',
    ...(horizontalFovDeg !== undefined && { horizontalFovDeg }),
    ...(verticalFovDeg !== undefined && { verticalFovDeg }),
    relativeElevationDeg: -tiltDeg,
    relativeRollDeg: turn(rollDeg),
    ...(headingDeg !== undefined && {
      platformHeadingDeg: turn(headingDeg),
      platformPitchDeg: 0,
      platformRollDeg: 0,
      relativeAzimuthDeg: turn(panDeg - headingDeg),
    }),
    ...(position !== undefined && {
      sensorLatDeg: position.latDeg,
      sensorLonDeg: position.lonDeg,
      sensorAltitudeM: position.elevationM,
    }),
    ...groundOf(facts),
  };
}

/** In [0, 360). */
const turn = (angleDeg: number): number => ((angleDeg % 360) + 360) % 360;

/** Picture centre on flat ground; empty when it may be in the sky. */
function groundOf({ heightM, horizontalFovDeg, panDeg, position, tiltDeg }: CameraFacts): Partial<LocalSetValues> {
  if (heightM === undefined || heightM <= 0 || tiltDeg < FLATTEST_TILT_DEG) return {};
  const slantRangeM = heightM / Math.sin(tiltDeg * RAD_PER_DEG);
  const width =
    horizontalFovDeg === undefined
      ? {}
      : { targetWidthM: 2 * slantRangeM * Math.tan((horizontalFovDeg / 2) * RAD_PER_DEG) };
  if (position === undefined) return { slantRangeM, ...width };
  const distanceM = slantRangeM * Math.cos(tiltDeg * RAD_PER_DEG);
  const { latM, lonM } = metresPerDegree(position.latDeg);
  return {
    slantRangeM,
    ...width,
    frameCentreLatDeg: position.latDeg + (distanceM * Math.cos(panDeg * RAD_PER_DEG)) / latM,
    frameCentreLonDeg: position.lonDeg + (distanceM * Math.sin(panDeg * RAD_PER_DEG)) / lonM,
    frameCentreElevationM: position.elevationM - heightM,
  };
}

/** Lengths of a degree on the ellipsoid. */
function metresPerDegree(latDeg: number): { latM: number; lonM: number } {
  const sine = Math.sin(latDeg * RAD_PER_DEG);
  const root = Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
  return {
    latM: ((EQUATOR_RADIUS_M * (1 - ECCENTRICITY_SQUARED)) / root ** 3) * RAD_PER_DEG,
    lonM: (EQUATOR_RADIUS_M / root) * Math.cos(latDeg * RAD_PER_DEG) * RAD_PER_DEG,
  };
}
