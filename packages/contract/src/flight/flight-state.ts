import Type, { type Static } from 'typebox';
import { AccuracyM, ElevationM, KiteLatitudeDeg, LongitudeDeg, named } from '../schema.ts';

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
  flight_state: Type.Enum(FLIGHT_STATES, {
    description:
      '`Unknown` no Kite or no data from it; `StandBy` ready on the ground; `TakingOff` lids, checks and first climb; `Flying`; `Landing`; `SafetyLanding` landing after a failure, cannot be aborted; `SafetyDescending` descending to a safe altitude.',
    examples: ['Flying'],
  }),
  altitude: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'Height of the Kite above the Ground Station, metres.',
      examples: [10.04],
    }),
  ),
  altitude_target: Type.Optional(
    Type.Number({ minimum: 0, description: 'Height the Kite flies to or holds, metres.', examples: [10] }),
  ),
  kite_heading: Type.Optional(
    Type.Number({
      minimum: 0,
      exclusiveMaximum: 360,
      description: 'Heading of the Kite, degrees clockwise from North. Absent while the magnetic field is disturbed.',
      examples: [87.31],
    }),
  ),
  is_rotating: Type.Optional(
    Type.Boolean({ description: 'A commanded change of heading is under way.', examples: [false] }),
  ),
  is_changing_altitude: Type.Optional(
    Type.Boolean({ description: 'The target altitude is not reached yet (within 0.5 m).', examples: [true] }),
  ),
  kite_gps_has_fix: Type.Optional(Type.Boolean({ description: 'Whether the Kite’s GPS has a fix.', examples: [true] })),
  kite_gps_lat: Type.Optional(KiteLatitudeDeg('Latitude of the Kite, degrees WGS 84.')),
  kite_gps_lon: Type.Optional(LongitudeDeg('Longitude of the Kite, degrees WGS 84.')),
  kite_gps_elevation: Type.Optional(ElevationM('Elevation of the Kite above mean sea level by GPS, metres.')),
  kite_gps_accuracy: Type.Optional(AccuracyM('Horizontal accuracy of the Kite’s position, metres.')),
});
export type FlightState = Static<typeof FlightState>;
