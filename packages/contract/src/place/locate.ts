import { wrap360 } from '../angles.ts';
import type { Direction } from '../camera/pinhole.ts';
import type { LatLon } from './geo.ts';
import { type CameraPlace, groundPointOf } from './ground-point.ts';
import { type PlaceError, type PoseErrors, placeErrorOf } from './place-error.ts';

/** A place on the ground as seen from the camera. */
export interface LocatedPlace {
  readonly at: LatLon;
  /** From the camera, clockwise from North, [0, 360). */
  readonly bearingDeg: number;
  /** Along the ground from below the camera, metres. */
  readonly groundDistanceM: number;
  /** From the camera itself, metres. */
  readonly slantRangeM: number;
  readonly error: PlaceError;
}

/** Why there is no place to be told. */
export const NO_PLACE_REASONS = ['aboveHorizon', 'nearHorizon', 'onGround', 'noPosition'] as const;
export type NoPlaceReason = (typeof NO_PLACE_REASONS)[number];

export type Location = LocatedPlace | { readonly none: NoPlaceReason };

/** The camera, and how well is known where it is and looks. */
export interface Viewpoint {
  readonly camera: CameraPlace;
  readonly errors: PoseErrors;
}

/** Standard errors of a Kite with a good compass; assumptions until the manufacturer provides figures. */
export const USUAL_ERRORS: PoseErrors = { azimuthDeg: 2, depressionDeg: 0.5, heightM: 2, positionM: 3 };
/** While the magnetic field is disturbed: the heading drifts with the gyroscope. */
const DISTURBED_AZIMUTH_DEG = 10;
/** Three standard errors above the horizon and lower the place may be anywhere: formula and figure mean nothing. */
export const LEAST_DEPRESSION_DEG = 3 * USUAL_ERRORS.depressionDeg;
/** A Kite lower than this stands in its cradle. */
export const ALOFT_FROM_M = 0.3;

type FlightPart = {
  readonly [Name in 'altitude' | 'kite_heading' | 'kite_gps_lat' | 'kite_gps_lon' | 'kite_gps_accuracy']?:
    | number
    | undefined;
};

/** Where the camera is by what the station publishes. */
export function viewpointOf(
  flight: FlightPart | undefined,
  system: { readonly gs_gps_elevation?: number | undefined } | undefined,
): Viewpoint | { readonly none: NoPlaceReason } {
  const { altitude: heightM, kite_gps_lat: latDeg, kite_gps_lon: lonDeg } = flight ?? {};
  if (heightM !== undefined && heightM < ALOFT_FROM_M) return { none: 'onGround' };
  if (heightM === undefined || latDeg === undefined || lonDeg === undefined) return { none: 'noPosition' };
  return {
    camera: { at: { latDeg, lonDeg }, heightM, groundM: system?.gs_gps_elevation },
    errors: {
      ...USUAL_ERRORS,
      azimuthDeg: flight?.kite_heading === undefined ? DISTURBED_AZIMUTH_DEG : USUAL_ERRORS.azimuthDeg,
      positionM: flight?.kite_gps_accuracy ?? USUAL_ERRORS.positionM,
    },
  };
}

/** What is seen in a direction: the place on level ground at the height of the Ground Station, and how sure it is. */
export function locate({ camera, errors }: Viewpoint, direction: Direction): Location {
  const { azimuthDeg, depressionDeg } = direction;
  const ground = groundPointOf(camera, direction);
  if (ground === undefined) return { none: 'aboveHorizon' };
  if (depressionDeg < LEAST_DEPRESSION_DEG) return { none: 'nearHorizon' };
  return { ...ground, bearingDeg: wrap360(azimuthDeg), error: placeErrorOf(camera.heightM, depressionDeg, errors) };
}
