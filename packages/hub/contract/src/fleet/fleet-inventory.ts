import { operation } from '@kitestring/station-contract/operation.ts';
import { named, Text } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Inventory } from '../inventory.ts';
import { Sid } from '../tokens.ts';
import { GroupId } from './groups.ts';
import { limit, READS, STATION_PAGE_MAX } from './operations.ts';

const Software = Text('Version of the software.', '0.1.0', { maxLength: 200 });
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const FleetInventory = named('FleetInventory', 'Software and devices of the stations of a fleet.', {
  release: Type.Optional({ ...Software, description: 'The version for the comparison.' }),
  versions: Type.Array(
    Type.Object({ software: Software, stations: count('Stations that run it.'), is_behind: Type.Boolean() }),
    { description: 'Versions in use, newest first, over all pages.' },
  ),
  stations: Type.Array(
    Type.Object({
      sid: Sid,
      inventory: Inventory,
      is_behind: Type.Boolean({ description: 'Its software is older than `release`.' }),
    }),
    { description: 'A page of them, by name.' },
  ),
  total: count('Stations that match the filter.'),
  next_after: Type.Optional(Type.String({ description: '`after` of the next page; absent when there is none.' })),
});
export type FleetInventory = Static<typeof FleetInventory>;

export const readFleetInventory = operation({
  ...READS,
  id: 'fleet.stations.inventory',
  path: '/inventory',
  summary: 'Software and devices of all stations',
  description:
    'Data of each station from its last greeting, and which of them are behind a release. Revoked stations are left out.',
  query: Type.Object({
    release: Type.Optional({
      ...Software,
      description: 'Version for the comparison; the newest one in use when absent.',
    }),
    behind: Type.Optional(Type.Boolean({ description: 'Only stations that are behind, or only those that are not.' })),
    group: Type.Optional(GroupId),
    after: Type.Optional(Type.String({ maxLength: 300, description: '`next_after` of the page before.' })),
    limit: limit(STATION_PAGE_MAX, 100),
  }),
  replies: { 200: FleetInventory },
});
