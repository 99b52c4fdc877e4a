import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { roundTo } from '@kitestring/contract/schema.ts';
import type { GpsPosition, KiteSample } from '../ports/aircraft.ts';
import type { FlightPhase } from './flight-phase.ts';

/** What was asked of the Kite and is not yet known to be done. */
export interface FlightRequest {
  readonly targetAltitudeM: number | undefined;
  readonly isChangingAltitude: boolean;
  readonly isRotating: boolean;
}

/** What the API shows: a function of what was requested and what is reported, of nothing else. */
export function shownFlightState(
  phase: FlightPhase,
  request: FlightRequest,
  reported: KiteSample | undefined,
): FlightState {
  if (phase.state === 'Unknown' || reported === undefined) return { flight_state: phase.state };
  const state: FlightState = { flight_state: phase.state };
  if (reported.altitudeM !== undefined) state.altitude = roundTo(Math.max(0, reported.altitudeM), 2);
  if (request.targetAltitudeM !== undefined) state.altitude_target = roundTo(request.targetAltitudeM, 2);
  // 359.996 rounds to 360, which the API does not know: it is North again.
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
