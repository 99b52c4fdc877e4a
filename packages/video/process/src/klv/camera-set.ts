import { RAD_PER_DEG, wrap360 } from '@kitestring/base/angles.ts';
import { placeAt, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { LocalSetValues } from './local-set.ts';

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
    relativeRollDeg: wrap360(rollDeg),
    ...(headingDeg !== undefined && {
      platformHeadingDeg: wrap360(headingDeg),
      platformPitchDeg: 0,
      platformRollDeg: 0,
      relativeAzimuthDeg: wrap360(panDeg - headingDeg),
    }),
    ...(position !== undefined && {
      sensorLatDeg: position.latDeg,
      sensorLonDeg: position.lonDeg,
      sensorAltitudeM: position.elevationM,
    }),
    ...ground(facts),
  };
}

/** Picture centre on flat ground; empty when it may be in the sky. */
function ground({ heightM, horizontalFovDeg, panDeg, position, tiltDeg }: CameraFacts): Partial<LocalSetValues> {
  if (heightM === undefined || heightM <= 0 || tiltDeg < FLATTEST_TILT_DEG) return {};
  const slantRangeM = heightM / Math.sin(tiltDeg * RAD_PER_DEG);
  const width =
    horizontalFovDeg === undefined
      ? {}
      : { targetWidthM: 2 * slantRangeM * Math.tan((horizontalFovDeg / 2) * RAD_PER_DEG) };
  if (position === undefined) return { slantRangeM, ...width };
  const centre = placeFrom(position, placeAt(panDeg, slantRangeM * Math.cos(tiltDeg * RAD_PER_DEG)));
  return {
    slantRangeM,
    ...width,
    frameCentreLatDeg: centre.latDeg,
    frameCentreLonDeg: centre.lonDeg,
    frameCentreElevationM: position.elevationM - heightM,
  };
}
