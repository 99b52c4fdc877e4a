import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { GpsPosition, KiteSample } from '../ports/aircraft.ts';
import type { FlightPhase } from './flight-phase.ts';

/** Requests that are not yet confirmed by a report. */
interface FlightRequest {
  readonly targetAltitudeM: number | undefined;
  readonly isChangingAltitude: boolean;
  readonly isRotating: boolean;
}

/** Published flight state: a function of requests and reports only. */
export function shownFlightState(
  phase: FlightPhase,
  request: FlightRequest,
  reported: KiteSample | undefined,
): FlightState {
  if (phase.state === 'Unknown' || reported === undefined) return { flight_state: phase.state };
  const state: FlightState = { flight_state: phase.state };
  if (reported.altitudeM !== undefined) state.altitude = roundTo(Math.max(0, reported.altitudeM), 2);
  if (request.targetAltitudeM !== undefined) state.altitude_target = roundTo(request.targetAltitudeM, 2);
  // 359.996 rounds to 360, which the API does not allow: it becomes 0.
  if (reported.headingDeg !== undefined) state.kite_heading = roundTo(reported.headingDeg, 2) % 360;
  state.is_rotating = request.isRotating;
  state.is_changing_altitude = request.isChangingAltitude;
  state.kite_gps_has_fix = reported.gps !== undefined;
  if (reported.gps !== undefined) Object.assign(state, kitePosition(reported.gps));
  return state;
}

function kitePosition(gps: GpsPosition): Partial<FlightState> {
  return {
    kite_gps_lat: roundTo(gps.latDeg, 7),
    kite_gps_lon: roundTo(gps.lonDeg, 7),
    kite_gps_elevation: roundTo(gps.elevationM, 2),
    kite_gps_accuracy: roundTo(gps.accuracyM, 2),
  };
}
