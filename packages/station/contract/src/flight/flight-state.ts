import Type, { type Static } from 'typebox';
import { AccuracyM, ElevationM, KiteLatitudeDeg, LongitudeDeg, named, OneOf, Quantity, YesNo } from '../schema.ts';

export const FLIGHT_STATES = [
  'Unknown',
  'StandBy',
  'TakingOff',
  'Flying',
  'Landing',
  'SafetyLanding',
  'SafetyDescending',
] as const;
export type FlightStateName = (typeof FLIGHT_STATES)[number];

export const FlightState = named('FlightState', 'State of the Kite. A field that is not available is absent.', {
  flight_state: OneOf(
    FLIGHT_STATES,
    '`Unknown` no Kite or no data from it; `StandBy` ready on the ground; `TakingOff` lids, checks and first climb; `Flying`; `Landing`; `SafetyLanding` landing after a failure, cannot be aborted; `SafetyDescending` descending to a safe altitude.',
    'Flying',
  ),
  altitude: Type.Optional(Quantity('Height of the Kite above the Ground Station, metres.', 10.04, { minimum: 0 })),
  altitude_target: Type.Optional(Quantity('Height the Kite flies to or holds, metres.', 10, { minimum: 0 })),
  kite_heading: Type.Optional(
    Quantity(
      'Heading of the Kite, degrees clockwise from North. Absent while the magnetic field is disturbed.',
      87.31,
      { minimum: 0, exclusiveMaximum: 360 },
    ),
  ),
  is_rotating: Type.Optional(YesNo('A commanded change of heading is under way.', false)),
  is_changing_altitude: Type.Optional(YesNo('The target altitude is not reached yet (within 0.5 m).', true)),
  kite_gps_has_fix: Type.Optional(YesNo('Whether the Kite’s GPS has a fix.', true)),
  kite_gps_lat: Type.Optional(KiteLatitudeDeg('Latitude of the Kite, degrees WGS 84.')),
  kite_gps_lon: Type.Optional(LongitudeDeg('Longitude of the Kite, degrees WGS 84.')),
  kite_gps_elevation: Type.Optional(ElevationM('Elevation of the Kite above mean sea level by GPS, metres.')),
  kite_gps_accuracy: Type.Optional(AccuracyM('Horizontal accuracy of the Kite’s position, metres.')),
});
export type FlightState = Static<typeof FlightState>;
