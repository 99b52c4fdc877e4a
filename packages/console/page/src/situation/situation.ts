import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { type GroundPlace, type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { ALOFT_FROM_M } from '@kitestring/station-contract/place/locate.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { type Footprint, footprint, type ViewPose } from './footprint.ts';
import type { WindVector } from './wind-load.ts';

/** Current state as reported by the station. */
export interface Reports {
  readonly flight: FlightState | undefined;
  readonly system: SystemState | undefined;
  readonly camera: CameraState | undefined;
  /** State of the stream whose footprint is shown. */
  readonly stream: VideoStreamState | undefined;
  readonly wind: WindVector | undefined;
  /** Height above the ground at which the altitude is 0. */
  readonly baseHeightM: number;
}

/** A point in the air, metres from the tether exit of the Ground Station. */
interface AirPlace extends GroundPlace {
  readonly upM: number;
}

/** Positions, metres from the tether exit of the Ground Station. */
export interface Situation {
  readonly state: FlightStateName;
  readonly kite: AirPlace | undefined;
  /** Both have a GPS position; otherwise the Kite is drawn above the station. */
  readonly isPlaceKnown: boolean;
  readonly headingDeg: number | undefined;
  readonly targetM: number | undefined;
  readonly station: LatLon | undefined;
  /** Position reported by the Kite itself. */
  readonly kiteAt: LatLon | undefined;
  /** Azimuth of the camera; undefined while it is off. */
  readonly panDeg: number | undefined;
  readonly footprint: Footprint | undefined;
  /** High enough to draw a tether and a footprint. */
  readonly isAloft: boolean;
  readonly wind: WindVector | undefined;
}

/** Clipping distance of the footprint, metres: some two hundred times the maximum height. */
const FAR_M = 10_000;

export function situationOf(reports: Reports): Situation {
  const { flight, system, wind } = reports;
  const station = knownPlace(system?.gs_gps_lat, system?.gs_gps_lon);
  const kiteAt = knownPlace(flight?.kite_gps_lat, flight?.kite_gps_lon);
  const isPlaceKnown = station !== undefined && kiteAt !== undefined;
  const ground = isPlaceKnown ? offsetOf(station, kiteAt) : { eastM: 0, northM: 0 };
  const kite = flight?.altitude === undefined ? undefined : { ...ground, upM: flight.altitude };
  const isAloft = kite !== undefined && kite.upM >= ALOFT_FROM_M;
  return {
    state: flight?.flight_state ?? 'Unknown',
    kite,
    isPlaceKnown,
    headingDeg: flight?.kite_heading,
    targetM: flight?.altitude_target,
    station,
    kiteAt,
    panDeg: isAloft ? pan(reports.camera) : undefined,
    footprint: isAloft ? footprintNow(kite, reports) : undefined,
    isAloft,
    wind,
  };
}

const knownPlace = (latDeg: number | undefined, lonDeg: number | undefined): LatLon | undefined =>
  latDeg === undefined || lonDeg === undefined ? undefined : { latDeg, lonDeg };

const pan = (camera: CameraState | undefined): number | undefined =>
  camera?.online_state === 'Online' ? camera.pan_ned : undefined;

function footprintNow(kite: AirPlace, { baseHeightM, camera, stream }: Reports): Footprint | undefined {
  if (camera?.online_state !== 'Online') return undefined;
  const { pan_ned: panDeg, roll_ned: rollDeg = 0, tilt_ned: tiltDeg } = camera;
  const { fov_horizontal: fovHorizontalDeg, fov_vertical: fovVerticalDeg } = stream ?? {};
  if ([panDeg, tiltDeg, fovHorizontalDeg, fovVerticalDeg].includes(undefined)) return undefined;
  const pose = {
    at: kite,
    heightM: kite.upM + baseHeightM,
    panDeg,
    tiltDeg,
    rollDeg,
    fovHorizontalDeg,
    fovVerticalDeg,
  };
  // None of them is undefined, as checked above.
  return footprint(pose as ViewPose, FAR_M);
}
