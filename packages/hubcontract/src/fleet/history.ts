import { named, Timestamp } from '@kitestring/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { JournalRecord } from '../record.ts';
import { Base64Url, Epoch, Seq, Sid, UnixMs } from '../tokens.ts';

/** Most records, segments and events in one answer. */
export const HISTORY_PAGE_MAX = 5000;
export const SEGMENT_PAGE_MAX = 1000;
export const EVENT_PAGE_MAX = 1000;

export const FleetHistory = named('FleetHistory', 'Records of a station as it has numbered them, each once.', {
  epoch: Epoch,
  records: Type.Array(JournalRecord, { maxItems: HISTORY_PAGE_MAX, description: 'In order of their numbers.' }),
  next_after: Type.Optional(Seq('`after` of the next page; absent when there is none.')),
});
export type FleetHistory = Static<typeof FleetHistory>;

const FleetGap = Type.Object({
  first: Seq('Number of the first record.'),
  last: Seq('Number of the last record.'),
  kind: Type.Enum(['declared', 'lost', 'missing'], {
    description:
      '`declared`: the station has given the samples up, and its chain proves it. `lost`: its journal no longer had them. `missing`: the archive is damaged.',
  }),
});

export const FleetCompleteness = named('FleetCompleteness', 'Whether the records of a station are complete.', {
  epochs: Type.Array(
    Type.Object({
      epoch: Epoch,
      begun: Timestamp('When the hub first heard of this numbering.'),
      have: Seq('Every record up to this number is archived or in a gap.'),
      hash: Type.Optional(Base64Url(32, 'Hash of the segment that ends with `have`: stands for all before it.')),
      archived: Type.Integer({ minimum: 0, description: 'Records that are archived.' }),
      gaps: Type.Array(FleetGap, { description: 'Records up to `have` that are not.' }),
    }),
    { description: 'The numberings of the station: a new data folder begins another.' },
  ),
});
export type FleetCompleteness = Static<typeof FleetCompleteness>;

export const FleetSegments = named(
  'FleetSegments',
  'The chain of a station: what it has signed, without the records.',
  {
    epoch: Epoch,
    segments: Type.Array(
      Type.Object({
        f: Seq('Number of the first record.'),
        l: Seq('Number of the last record.'),
        t0: UnixMs('Station time of the first record.'),
        t1: UnixMs('Station time of the last record.'),
        ev: Type.Boolean({ description: 'Whether an event is among the records.' }),
        p: Base64Url(32, 'Hash of the segment before.'),
        b: Base64Url(32, 'SHA-256 of the body as sent.'),
        h: Base64Url(32, 'Hash of the segment.'),
        sig: Base64Url(64, 'Signature of the station.'),
        declared_gap: Type.Boolean({ description: 'Whether the station has given the records up.' }),
      }),
      { maxItems: SEGMENT_PAGE_MAX, description: 'In order of their numbers.' },
    ),
    keys: Type.Array(Type.String({ description: 'Public NKey.' }), {
      description: 'Keys with which the station signs or has signed.',
    }),
    next_after: Type.Optional(Seq('`after` of the next page; absent when there is none.')),
  },
);
export type FleetSegments = Static<typeof FleetSegments>;

export const FleetEvent = named('FleetEvent', 'One event of a station, after it has been archived.', {
  n: Type.Integer({ minimum: 1, description: 'Number over all stations, rising by one: go on after it.' }),
  sid: Sid,
  epoch: Epoch,
  seq: Seq('Its number at the station.'),
  time: Timestamp('Station time.'),
  clock: Timestamp('Clock of the computer of the station.'),
  kind: Type.String({ description: 'Kind, as in records.', examples: ['flight.phase'] }),
  data: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'Data of this kind.' }),
});
export type FleetEvent = Static<typeof FleetEvent>;

export const FleetEvents = named('FleetEvents', 'Events of all stations in the order of their archiving.', {
  events: Type.Array(FleetEvent, { maxItems: EVENT_PAGE_MAX, description: 'By number.' }),
  next_after: Type.Integer({ minimum: 0, description: '`after` of the next request, also when there is nothing new.' }),
});
export type FleetEvents = Static<typeof FleetEvents>;
