import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { StreamUplink } from './stream-uplink.ts';
import { Boot, Epoch, Seq, Version } from './tokens.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Sign of life of a station, about 250 bytes. A command names the newest beat that the hub has received. */
export const Beat = Type.Object({
  v: Version,
  boot: Boot,
  n: Type.Integer({ minimum: 1, description: 'Number of the beat in this boot, rising by one.' }),
  epoch: Epoch,
  head: Seq('Number of the newest record.'),
  sent: Seq('The broker has confirmed the records up to this number.'),
  phase: OneOf(FLIGHT_STATES, 'State of the Kite.'),
  alt: Type.Optional(Type.Number({ description: 'Height of the Kite above the station, metres.' })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the station, degrees.' })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the station, degrees.' })),
  alarms: Type.Tuple([count('Fatal.'), count('Critical.'), count('Warning.'), count('Info.')], {
    description: 'Active notifications by severity.',
  }),
  watching: count('Number of topics that clients of the hub watch.'),
  link: Type.Object({
    rttMs: Type.Optional(Type.Number({ minimum: 0, description: 'Round trip to the broker.' })),
    video: Type.Optional(
      Type.Array(StreamUplink, { maxItems: LIMITS.publications, description: 'Streams that it publishes to relays.' }),
    ),
  }),
  t: Type.Integer({
    minimum: 0,
    description: 'Time of the station’s computer, Unix milliseconds: shows a wrong clock.',
  }),
  rev: Type.Integer({ minimum: 0, description: 'Revision of the inventory.' }),
});
export type Beat = Static<typeof Beat>;
