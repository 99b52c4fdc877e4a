import { FIRST_PREVIOUS_HASH } from '@kitestring/hubcontract/segment.ts';
import type { CheckedSegment } from './check-segment.ts';

/** How far the archive has the records of one numbering. */
export interface ArchiveCursor {
  readonly sid: string;
  readonly epoch: string;
  /** Every record up to this number is archived, or known to be lost. */
  readonly have: number;
  /** Hash of the segment that ends with `have`; undefined where records before were lost. */
  readonly hash: string | undefined;
  /** Generation that was asked for last. */
  readonly generation: number;
}

/**
 * `stored`: it is new and follows. `known`: the archive has it. `stale`: it was sent before an order to send again, and
 * comes once more. `waits`: records before it are missing. `broken`: it follows by number but not by hash.
 */
export type SegmentOutcome = 'stored' | 'known' | 'stale' | 'waits' | 'broken';

export interface BatchPlan {
  /** In the order of the batch. */
  readonly outcomes: readonly SegmentOutcome[];
  /** Segments to insert, in order of each station. */
  readonly stored: readonly CheckedSegment[];
  /** Cursors that have moved. */
  readonly moved: readonly ArchiveCursor[];
}

export const cursorKey = (sid: string, epoch: string): string => `${sid} ${epoch}`;

/** Decides about each segment of a batch, whatever its order. `cursors` has one for each station and numbering in it. */
export function planBatch(batch: readonly CheckedSegment[], cursors: ReadonlyMap<string, ArchiveCursor>): BatchPlan {
  const outcomes = new Array<SegmentOutcome>(batch.length);
  const stored: CheckedSegment[] = [];
  const present = new Map(cursors);
  const moved = new Map<string, ArchiveCursor>();
  // Two deliveries of a station may be in one batch in any order.
  const order = [...batch.entries()].sort(([, a], [, b]) => a.head.f - b.head.f);
  for (const [index, segment] of order) {
    const key = cursorKey(segment.sid, segment.head.e);
    const cursor = present.get(key);
    if (cursor === undefined) throw new Error(`no cursor for ${key}`);
    const outcome = outcomeOf(segment, cursor);
    outcomes[index] = outcome;
    if (outcome !== 'stored') continue;
    const next = { ...cursor, have: segment.head.l, hash: segment.head.h };
    present.set(key, next);
    moved.set(key, next);
    stored.push(segment);
  }
  return { outcomes, stored, moved: [...moved.values()] };
}

function outcomeOf({ head }: CheckedSegment, { generation, hash, have }: ArchiveCursor): SegmentOutcome {
  if (head.l <= have) return 'known';
  if (head.f > have + 1) return head.g < generation ? 'stale' : 'waits';
  // It overlaps what is there: a sealed segment never changes, so this is another numbering under the old name.
  if (head.f <= have) return 'broken';
  const previous = have === 0 ? FIRST_PREVIOUS_HASH : hash;
  return previous === undefined || head.p === previous ? 'stored' : 'broken';
}
