import Type, { type Static } from 'typebox';
import { named, Quantity } from '../schema.ts';

export const FlightInfo = named(
  'FlightInfo',
  'Limits of the flight and the hours flown.',
  {
    altitude_takeoff: Type.Optional(Quantity('Height the Kite climbs to when it takes off, metres.', 1)),
    altitude_hard_max: Quantity('Height that cannot be exceeded, metres.', 45),
    altitude_soft_max: Quantity(
      'Highest altitude that a client has allowed, metres. Starts at `altitude_hard_max`.',
      30,
    ),
    total_kite_flight_hours: Type.Optional(
      Quantity('Hours this Kite has been in the air, over all flights.', 12.4, { minimum: 0 }),
    ),
  },
  { '1.0.0': { without: ['total_kite_flight_hours'] } },
);
export type FlightInfo = Static<typeof FlightInfo>;
