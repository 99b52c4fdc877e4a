import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { operation } from '@kitestring/station-contract/operation.ts';
import { named, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { limit, READS, StationParams } from './operations.ts';

/** Maximum of positions in a track, and its maximum duration. */
export const TRACK_POINTS_MAX = 10_000;
export const TRACK_DAYS_MAX = 31;

const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'Longitude, latitude.' });

const TrackFeature = Type.Object({
  type: Type.Literal('Feature'),
  geometry: Type.Union([
    Type.Object({
      type: Type.Literal('LineString'),
      coordinates: Type.Array(Position, { minItems: 2, description: 'Positions of the station, in order of time.' }),
    }),
    Type.Object({ type: Type.Literal('Point'), coordinates: Position }),
  ]),
  properties: Type.Object(
    {
      times: Type.Array(Timestamp('Station time.'), { description: 'One for each position.' }),
      altitudes: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
        description: 'Height of the Kite above the station, metres; null if unknown.',
      }),
      flight_states: Type.Array(Type.Enum(FLIGHT_STATES), { description: 'State of the Kite.' }),
    },
    { description: 'Values for the positions.' },
  ),
});

export const FleetTrack = named(
  'FleetTrack',
  'Positions of a station over time, as GeoJSON (RFC 7946): a line for each part without a gap.',
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(TrackFeature, { description: 'In order of time.' }),
  },
);
export type FleetTrack = Static<typeof FleetTrack>;

export const readFleetTrack = operation({
  ...READS,
  id: 'fleet.station.track',
  path: '/stations/{sid}/track',
  summary: 'Track of a station',
  description: `Its positions from its records, as GeoJSON. Of at most ${TRACK_DAYS_MAX} days; when there are more than \`limit\` positions, they are thinned evenly in time. A new line begins after a minute without a record, or three times the interval of thinned ones.`,
  params: StationParams,
  query: Type.Object({
    from: Type.Optional(Timestamp('From this station time on; 24 hours before `to` when absent.')),
    to: Type.Optional(Timestamp('Up to this station time; now when absent.')),
    limit: limit(TRACK_POINTS_MAX, 2000),
  }),
  replies: { 200: FleetTrack },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STORE_UNUSABLE'],
});
