import { wrap360 } from '@kitestring/base/angles.ts';
import type { Direction } from '../camera/pinhole.ts';
import { type CameraPlace, type GroundPoint, groundPoint } from './ground-point.ts';
import { type PlaceError, type PoseErrors, placeError } from './place-error.ts';

/** A position on the ground as seen from the camera. */
export interface LocatedPlace extends GroundPoint {
  /** Bearing from the camera, clockwise from North, [0, 360). */
  readonly bearingDeg: number;
  readonly error: PlaceError;
}

/** Reason for which no position is returned. */
const NO_PLACE_REASONS = ['aboveHorizon', 'nearHorizon', 'onGround', 'noPosition'] as const;
export type NoPlaceReason = (typeof NO_PLACE_REASONS)[number];

export type Location = LocatedPlace | { readonly none: NoPlaceReason };

/** The camera, and the accuracy of its position and direction. */
export interface Viewpoint {
  readonly camera: CameraPlace;
  readonly errors: PoseErrors;
}

/** Standard errors of a Kite with a good compass; assumptions until the manufacturer provides figures. */
export const USUAL_ERRORS: PoseErrors = { azimuthDeg: 2, depressionDeg: 0.5, heightM: 2, positionM: 3 };
/** While the magnetic field is disturbed: the heading drifts with the gyroscope. */
const DISTURBED_AZIMUTH_DEG = 10;
/** Within three standard errors of the horizon and above it no position is meaningful. */
export const LEAST_DEPRESSION_DEG = 3 * USUAL_ERRORS.depressionDeg;
/** A Kite lower than this is in its cradle. */
export const ALOFT_FROM_M = 0.3;

type FlightPart = {
  readonly [Name in 'altitude' | 'kite_heading' | 'kite_gps_lat' | 'kite_gps_lon' | 'kite_gps_accuracy']?:
    | number
    | undefined;
};

/**
 * Position and direction of the camera from published states.
 * @param baseHeightM height above the ground at which the altitude is 0
 */
export function viewpointOf(
  flight: FlightPart | undefined,
  system: { readonly gs_gps_elevation?: number | undefined } | undefined,
  baseHeightM: number,
): Viewpoint | { readonly none: NoPlaceReason } {
  const { altitude: altitudeM, kite_gps_lat: latDeg, kite_gps_lon: lonDeg } = flight ?? {};
  if (altitudeM !== undefined && altitudeM < ALOFT_FROM_M) return { none: 'onGround' };
  if (altitudeM === undefined || latDeg === undefined || lonDeg === undefined) return { none: 'noPosition' };
  return {
    camera: { at: { latDeg, lonDeg }, heightM: altitudeM + baseHeightM, groundM: system?.gs_gps_elevation },
    errors: {
      ...USUAL_ERRORS,
      azimuthDeg: flight?.kite_heading === undefined ? DISTURBED_AZIMUTH_DEG : USUAL_ERRORS.azimuthDeg,
      positionM: flight?.kite_gps_accuracy ?? USUAL_ERRORS.positionM,
    },
  };
}

/** The position seen in a direction, on level ground, with its error. */
export function locate({ camera, errors }: Viewpoint, direction: Direction): Location {
  const { azimuthDeg, depressionDeg } = direction;
  const ground = groundPoint(camera, direction);
  if (ground === undefined) return { none: 'aboveHorizon' };
  if (depressionDeg < LEAST_DEPRESSION_DEG) return { none: 'nearHorizon' };
  return { ...ground, bearingDeg: wrap360(azimuthDeg), error: placeError(camera.heightM, depressionDeg, errors) };
}
