import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

export const FlightInfo = named(
  'FlightInfo',
  'Limits of the flight and the hours flown.',
  {
    altitude_takeoff: Type.Optional(
      Type.Number({ description: 'Height the Kite climbs to when it takes off, metres.', examples: [1] }),
    ),
    altitude_hard_max: Type.Number({ description: 'Height that cannot be exceeded, metres.', examples: [45] }),
    altitude_soft_max: Type.Number({
      description: 'Highest altitude that a client has allowed, metres. Starts at `altitude_hard_max`.',
      examples: [30],
    }),
    total_kite_flight_hours: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Hours this Kite has been in the air, over all flights.',
        examples: [12.4],
      }),
    ),
  },
  { '1.0.0': { without: ['total_kite_flight_hours'] } },
);
export type FlightInfo = Static<typeof FlightInfo>;
