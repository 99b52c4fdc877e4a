import { FIRST_PREVIOUS_HASH } from '@kitestring/hub-contract/segment.ts';
import type { CheckedSegment } from './check-segment.ts';

/** Progress of the archive in the records of one epoch. */
export interface ArchiveCursor {
  readonly sid: string;
  readonly epoch: string;
  /** Every record up to this number is archived, or marked as lost. */
  readonly have: number;
  /** Hash of the segment that ends with `have`; undefined if records before it were lost. */
  readonly hash: string | undefined;
  /** Generation of the last resend order. */
  readonly generation: number;
}

/**
 * `stored`: new and consecutive. `known`: already archived. `stale`: sent before a resend order, so it will be sent
 * again. `waits`: predecessors are missing. `broken`: the number follows, but the hash does not.
 */
export type SegmentOutcome = 'stored' | 'known' | 'stale' | 'waits' | 'broken';

export interface BatchPlan {
  /** In the order of the batch. */
  readonly outcomes: readonly SegmentOutcome[];
  /** Segments to insert, in order for each station. */
  readonly stored: readonly CheckedSegment[];
  /** Cursors that have advanced. */
  readonly moved: readonly ArchiveCursor[];
}

export const cursorKey = (sid: string, epoch: string): string => `${sid} ${epoch}`;

/** Decides about each segment of a batch, in any order. `cursors` has one for each station and epoch in it. */
export function planBatch(batch: readonly CheckedSegment[], cursors: ReadonlyMap<string, ArchiveCursor>): BatchPlan {
  const outcomes = new Array<SegmentOutcome>(batch.length);
  const stored: CheckedSegment[] = [];
  const present = new Map(cursors);
  const moved = new Map<string, ArchiveCursor>();
  // A batch may contain deliveries of one station in any order.
  const order = [...batch.entries()].sort(([, a], [, b]) => a.head.f - b.head.f);
  for (const [index, segment] of order) {
    const key = cursorKey(segment.sid, segment.head.e);
    const cursor = present.get(key);
    if (cursor === undefined) throw new Error(`no cursor for ${key}`);
    const outcome = judgeSegment(segment, cursor);
    outcomes[index] = outcome;
    if (outcome !== 'stored') continue;
    const next = { ...cursor, have: segment.head.l, hash: segment.head.h };
    present.set(key, next);
    moved.set(key, next);
    stored.push(segment);
  }
  return { outcomes, stored, moved: [...moved.values()] };
}

function judgeSegment({ head }: CheckedSegment, { generation, hash, have }: ArchiveCursor): SegmentOutcome {
  if (head.l <= have) return 'known';
  if (head.f > have + 1) return head.g < generation ? 'stale' : 'waits';
  // It overlaps stored records: a sealed segment never changes, so the station has reused the name of an epoch.
  if (head.f <= have) return 'broken';
  const previous = have === 0 ? FIRST_PREVIOUS_HASH : hash;
  return previous === undefined || head.p === previous ? 'stored' : 'broken';
}
