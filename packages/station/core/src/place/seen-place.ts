import { type Direction, directionAt } from '@kitestring/station-contract/camera/pinhole.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { COORDINATE_SYSTEMS } from '@kitestring/station-contract/place/coordinate-systems.ts';
import {
  LEAST_DEPRESSION_DEG,
  type LocatedPlace,
  locate,
  type NoPlaceReason,
  viewpointOf,
} from '@kitestring/station-contract/place/locate.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { SeenPlace } from '@kitestring/station-contract/station/place.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';

/** Published position and direction of the camera. */
interface PublishedPlace {
  readonly flight: FlightState;
  readonly system: SystemState;
  /** Height above the ground at which the altitude is 0. */
  readonly baseHeightM: number;
}

/** The place on the ground in a direction. NO_GROUND_THERE, VIEWPOINT_UNKNOWN. */
export function placeInDirection(
  { baseHeightM, flight, system }: PublishedPlace,
  direction: Direction,
): Result<SeenPlace> {
  const viewpoint = viewpointOf(flight, system, baseHeightM);
  if ('none' in viewpoint) return noPlace(viewpoint.none, direction);
  const found = locate(viewpoint, direction);
  return 'none' in found ? noPlace(found.none, direction) : ok(shownPlace(found, direction));
}

/** A point of the picture: shares of its width and height from the top left corner. */
interface PointOfPicture {
  readonly x: number;
  readonly y: number;
}

/** The place at a point of the picture that a stream shows. NO_GROUND_THERE, VIEWPOINT_UNKNOWN. */
export function placeInPicture(
  published: PublishedPlace,
  stream: VideoStreamState,
  point: PointOfPicture,
): Result<SeenPlace> {
  const { fov_horizontal: horizontalDeg, fov_vertical: verticalDeg, pan_ned: panDeg, tilt_ned: tiltDeg } = stream;
  const isKnown = panDeg !== undefined && tiltDeg !== undefined;
  if (!stream.is_streaming || !isKnown || horizontalDeg === undefined || verticalDeg === undefined) {
    return refuse('VIEWPOINT_UNKNOWN.cameraOff', { stream: stream.stream_id });
  }
  const view = { panDeg, tiltDeg, rollDeg: stream.roll_ned ?? 0, horizontalDeg, verticalDeg };
  return placeInDirection(published, directionAt(view, point));
}

function noPlace(reason: NoPlaceReason, { depressionDeg }: Direction): Result<never> {
  if (reason === 'onGround' || reason === 'noPosition') return refuse(`VIEWPOINT_UNKNOWN.${reason}`);
  return refuse(`NO_GROUND_THERE.${reason}`, { minDeg: LEAST_DEPRESSION_DEG, gotDeg: roundTo(depressionDeg, 2) });
}

const shownPlace = (place: LocatedPlace, { depressionDeg }: Direction): SeenPlace => ({
  latitude: roundTo(place.at.latDeg, 7),
  longitude: roundTo(place.at.lonDeg, 7),
  bearing_deg: roundTo(place.bearingDeg, 2) % 360,
  depression_deg: roundTo(depressionDeg, 2),
  ground_distance_m: roundTo(place.groundDistanceM, 2),
  slant_range_m: roundTo(place.slantRangeM, 2),
  error_along_m: roundTo(place.error.alongM, 1),
  error_across_m: roundTo(place.error.acrossM, 1),
  error_radius_m: roundTo(place.error.radiusM, 1),
  coordinates: COORDINATE_SYSTEMS.flatMap(({ id, textOf }) => {
    const text = textOf(place.at);
    return text === undefined ? [] : [{ system: id, text }];
  }),
});
