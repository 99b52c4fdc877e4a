import { named, OneOf, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { JournalRecord } from '../record.ts';
import { Base64Url, Epoch, Seq, UnixMs } from '../tokens.ts';

/** Maximum of records or segments in one answer. */
export const HISTORY_PAGE_MAX = 5000;
export const SEGMENT_PAGE_MAX = 1000;

const KeptFrom = Seq(
  'Records before this number were removed after `archive.days`, or belong to an earlier epoch or membership of the station; 1 otherwise. A reader with `after` below `kept_from - 1` has missed some.',
);

export const FleetHistory = named('FleetHistory', 'Records of a station by their numbers, each once.', {
  epoch: Epoch,
  kept_from: KeptFrom,
  records: Type.Array(JournalRecord, { maxItems: HISTORY_PAGE_MAX, description: 'Ordered by number.' }),
  next_after: Type.Optional(Seq('`after` of the next page; absent when there is none.')),
});
export type FleetHistory = Static<typeof FleetHistory>;

const FleetGap = Type.Object({
  first: Seq('Number of the first record.'),
  last: Seq('Number of the last record.'),
  from: Type.Optional(Timestamp('Station time of the last known record before it; absent at the beginning.')),
  to: Type.Optional(Timestamp('Station time of the first known record after it; absent at the end.')),
  kind: OneOf(
    ['declared', 'lost', 'missing'],
    '`declared`: the station has discarded the samples, and its chain proves it. `lost`: no longer in its journal. `missing`: the archive is damaged.',
  ),
});

export const FleetCompleteness = named('FleetCompleteness', 'Whether the records of a station are complete.', {
  epochs: Type.Array(
    Type.Object({
      epoch: Epoch,
      begun: Timestamp('When the hub first received data of this epoch.'),
      have: Seq('Every record up to this number is archived, in a gap, or before `kept_from`.'),
      hash: Type.Optional(Base64Url(32, 'Hash of the segment that ends with `have`: it covers all records before it.')),
      kept_from: Seq(
        'Records before this number were removed after `archive.days`; 1 while none were. `history` and `segments` begin here.',
      ),
      kept_hash: Type.Optional(
        Base64Url(32, 'Hash of the last removed segment: the chain continues from it. Absent if none was removed.'),
      ),
      archived: Type.Integer({ minimum: 0, description: 'Records that are archived.' }),
      resends: Type.Integer({
        minimum: 0,
        description: 'How often the hub has ordered the station to resend records.',
      }),
      gaps: Type.Array(FleetGap, { description: 'Missing records from `kept_from` up to `have`.' }),
    }),
    { description: 'The epochs of the station: a new data folder begins another.' },
  ),
});
export type FleetCompleteness = Static<typeof FleetCompleteness>;

export const FleetSegments = named(
  'FleetSegments',
  'The chain of a station: its signed segments, without the records.',
  {
    epoch: Epoch,
    kept_from: KeptFrom,
    segments: Type.Array(
      Type.Object({
        f: Seq('Number of the first record.'),
        l: Seq('Number of the last record.'),
        t0: UnixMs('Station time of the first record.'),
        t1: UnixMs('Station time of the last record.'),
        ev: Type.Boolean({ description: 'Whether an event is among the records.' }),
        p: Base64Url(32, 'Hash of the previous segment.'),
        b: Base64Url(32, 'SHA-256 of the body as sent.'),
        h: Base64Url(32, 'Hash of the segment.'),
        sig: Base64Url(64, 'Signature of the station.'),
        declared_gap: Type.Boolean({ description: 'Whether the station has discarded the records.' }),
      }),
      { maxItems: SEGMENT_PAGE_MAX, description: 'Ordered by number.' },
    ),
    keys: Type.Array(Type.String({ description: 'Public NKey.' }), {
      description: 'Keys with which the station signs or has signed.',
    }),
    next_after: Type.Optional(Seq('`after` of the next page; absent when there is none.')),
  },
);
export type FleetSegments = Static<typeof FleetSegments>;
