import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { HubKeys } from './hub-key.ts';
import { Inventory } from './inventory.ts';
import { SHARDS_MAX } from './streams.ts';
import { Base64Url, Boot, Epoch, Seq, Sid, UnixMs, Version } from './tokens.ts';

/** The first request of a station on each connection. */
export const Hello = Type.Object({
  v: Version,
  minor: Type.Optional(Type.Integer({ minimum: 0, description: 'Minor version of its messages; 0 when absent.' })),
  sid: Sid,
  boot: Boot,
  isQuarantined: Type.Optional(
    Type.Boolean({
      description:
        'The hub has disconnected this start as a copy; until it is greeted it sends no beats and takes no orders.',
    }),
  ),
  epoch: Epoch,
  previousEpoch: Type.Optional(Epoch),
  from: Type.Optional(
    Seq('Records before this number belong to `previousEpoch`; a hub that has them needs no others.'),
  ),
  head: Seq('Number of the newest record.'),
  keptFrom: Seq('Number of the oldest record that the station still has.'),
  inventory: Inventory,
  t: UnixMs('Time of the station’s computer.'),
});
export type Hello = Static<typeof Hello>;

/** The hub’s answer: where to publish, and from which record. `refused` instead, when the hub cannot work with this station. */
export const HelloReply = Type.Union([
  Type.Object({
    v: Version,
    shard: Type.Integer({ minimum: 0, maximum: SHARDS_MAX - 1, description: 'Shard of the journal’s subject.' }),
    have: Seq('The archive has every record of this epoch up to this number.'),
    hash: Type.Optional(Base64Url(32, 'Hash of the segment that ends with `have`.')),
    gen: Type.Integer({ minimum: 0, description: 'Generation of the segments sent from now on.' }),
    beatMs: Type.Integer({ minimum: 200, maximum: 60_000, description: 'Time between beats in flight.' }),
    beatIdleMs: Type.Integer({ minimum: 200, maximum: 60_000, description: 'Time between beats otherwise.' }),
    hubKeys: HubKeys,
    t: UnixMs('Time of the hub.'),
  }),
  Type.Object({
    v: Version,
    refused: OneOf(
      ['VERSION_TOO_OLD', 'VERSION_TOO_NEW', 'IDENTITY_CLONED', 'UNKNOWN_STATION', 'MALFORMED_HELLO'],
      'Why.',
    ),
    message: Type.String({ maxLength: 500, description: 'The reason, and what to do.' }),
  }),
]);
export type HelloReply = Static<typeof HelloReply>;
