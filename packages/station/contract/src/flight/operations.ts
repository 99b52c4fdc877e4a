import { Nothing, operation } from '../operation.ts';
import { Altitude, AltitudeSoftMax } from './altitude.ts';
import { FlightInfo } from './flight-info.ts';
import { FlightState } from './flight-state.ts';

export const getFlightInfo = operation({
  id: 'flight.info',
  path: '/v1/flight/info',
  summary: 'Flight limits and flight hours',
  description: 'Altitude limits in force, and total flight time of this Kite.',
  access: ['read'],
  replies: { 200: FlightInfo },
  errors: ['DATA_NOT_READY'],
  replyExample: { altitude_takeoff: 1, altitude_hard_max: 45, altitude_soft_max: 45, total_kite_flight_hours: 12.4 },
});

export const getFlightState = operation({
  id: 'flight.state',
  path: '/v1/flight/state',
  summary: 'State of the flight',
  description:
    'State, position and targets of the Kite. Subscribe to it instead of polling. After a flight command has been accepted, this state shows it as under way at once.',
  access: ['read'],
  replies: { 200: FlightState },
  replyExample: {
    flight_state: 'Flying',
    altitude: 10.04,
    altitude_target: 10,
    kite_heading: 87.31,
    is_rotating: false,
    is_changing_altitude: false,
    kite_gps_has_fix: true,
    kite_gps_lat: 47.3769,
    kite_gps_lon: 8.5417,
    kite_gps_elevation: 418.12,
    kite_gps_accuracy: 0.8,
  },
});

export const takeOff = operation({
  id: 'flight.control.take_off',
  method: 'POST',
  path: '/v1/flight/control/take_off',
  summary: 'Take off',
  description:
    'Opens the lids of a Rooftop Box, runs the preflight checks and climbs to `altitude_takeoff`. Only in `StandBy`. The state is `TakingOff` as soon as this has answered and `Flying` when the altitude is reached.',
  access: ['control'],
  replies: { 202: Nothing },
  errors: [
    'CONTROL_TAKEN',
    'WRONG_FLIGHT_STATE',
    'AIRCRAFT_FLOWN_ELSEWHERE',
    'KITE_NOT_DETECTED',
    'KITE_FAULT',
    'MAIN_POWER_DISCONNECTED',
    'BATTERY_NOT_READY',
    'TEMPERATURE_OUT_OF_RANGE',
    'WIND_TOO_STRONG',
    'PARKING_BRAKE',
    'SAFETY_LAND_BUTTON_PRESSED',
    'REMOTE_ID_NOT_READY',
    'LIDS_STUCK',
    'SYSTEM_MOVING',
    'RESETTING_AFTER_SAFETY_LANDING',
  ],
});

export const land = operation({
  id: 'flight.control.land',
  method: 'POST',
  path: '/v1/flight/control/land',
  summary: 'Land',
  description:
    'Brings the Kite down at 0.75 m/s, switches the motors off and closes the lids. Possible in `Flying`, in `SafetyDescending` and once off the ground in `TakingOff`, but by default not while the lids of a Rooftop Box are not open.',
  access: ['control'],
  replies: { 202: Nothing },
  errors: ['CONTROL_TAKEN', 'WRONG_FLIGHT_STATE', 'AIRCRAFT_FLOWN_ELSEWHERE', 'LIDS_STUCK'],
});

export const abort = operation({
  id: 'flight.control.abort',
  method: 'POST',
  path: '/v1/flight/control/abort',
  summary: 'Abort the current manoeuvre',
  description:
    'In `TakingOff`: back to `StandBy`, or landing once off the ground. In `Landing`: holds the altitude, at least `altitude_takeoff`, unless the station itself has ordered the landing. In `Flying` and `SafetyDescending`: stops rotation, and in `Flying` the change of altitude, where they are.',
  access: ['control'],
  replies: { 202: Nothing },
  errors: ['CONTROL_TAKEN', 'WRONG_FLIGHT_STATE', 'AIRCRAFT_FLOWN_ELSEWHERE'],
  versions: {
    '0.5.0': {
      description:
        'In `TakingOff`: back to `StandBy`, or landing once off the ground. In `Landing`: holds the altitude, at least `altitude_takeoff`, unless the station itself has ordered the landing.',
      flightStates: ['TakingOff', 'Landing'],
    },
  },
});

export const setAltitude = operation({
  id: 'flight.control.altitude',
  method: 'POST',
  path: '/v1/flight/control/altitude',
  summary: 'Fly to an altitude',
  description:
    'At least `altitude_takeoff` + 1 m, below the hard and below the soft maximum, and below 25 m without a GPS fix. In `Flying`; in `SafetyDescending` only downwards.',
  access: ['control'],
  body: Altitude,
  replies: { 202: Nothing },
  errors: [
    'ALTITUDE_TOO_LOW',
    'ALTITUDE_ABOVE_HARD_MAX',
    'ALTITUDE_ABOVE_SOFT_MAX',
    'ALTITUDE_ABOVE_GPS_MAX',
    'ALTITUDE_ABOVE_WIND_MAX',
    'CONTROL_TAKEN',
    'WRONG_FLIGHT_STATE',
    'AIRCRAFT_FLOWN_ELSEWHERE',
    'ONLY_DOWNWARDS',
    'AIRCRAFT_LINK_DOWN',
  ],
  examples: [{ summary: 'Ten metres', value: { altitude: 10 } }],
});

export const setAltitudeSoftMax = operation({
  id: 'flight.control.altitude_soft_max',
  method: 'POST',
  path: '/v1/flight/control/altitude_soft_max',
  summary: 'Limit the altitude',
  description:
    'Sets the highest altitude that a client may request: at least `altitude_takeoff` + 1 m, at most the hard maximum, in any state. A Kite above it descends at once; a higher target is lowered to it. Reset to the hard maximum when the station restarts.',
  access: ['control'],
  body: AltitudeSoftMax,
  errors: ['SOFT_MAX_OUT_OF_RANGE', 'CONTROL_TAKEN', 'AIRCRAFT_LINK_DOWN'],
  examples: [{ summary: 'Thirty metres', value: { altitude: 30 } }],
});
