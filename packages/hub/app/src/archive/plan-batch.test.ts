import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type SealedSegment, TestJournal } from '../../test/support/test-journal.ts';
import type { CheckedSegment } from './check-segment.ts';
import { type ArchiveCursor, cursorKey, planBatch } from './plan-batch.ts';

const journal = new TestJournal('sabcdefghijkl', 'abcdefghijkl');
for (const count of [3, 1, 4, 1, 5, 9, 2, 6]) journal.seal(count);
const checked = ({ body, head }: SealedSegment, g = 0): CheckedSegment => ({
  sid: journal.sid,
  head: { ...head, g },
  body,
  records: [],
});
const begin: ArchiveCursor = { sid: journal.sid, epoch: journal.epoch, have: 0, hash: undefined, generation: 0 };
const planned = (batch: readonly CheckedSegment[], cursor = begin) =>
  planBatch(batch, new Map([[cursorKey(cursor.sid, cursor.epoch), cursor]]));
const all = journal.segments.map((segment) => checked(segment));

describe('the plan of a batch', () => {
  it('stores each record once and leaves no hole, whatever order, doubles and losses the batches have', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(all.length - 1), { maxLength: 6 }), { maxLength: 12 }), (batches) => {
        let cursor = begin;
        const stored: number[] = [];
        for (const batch of [...batches, [...all.keys()]]) {
          const plan = planned(
            batch.flatMap((index) => all[index] ?? []),
            cursor,
          );
          for (const { head } of plan.stored) for (let s = head.f; s <= head.l; s += 1) stored.push(s);
          cursor = plan.moved[0] ?? cursor;
          assert.equal(cursor.have, stored.length);
        }
        // The last batch had everything: nothing is lost, nothing is double, all is in order.
        assert.deepEqual(
          stored,
          Array.from({ length: journal.head }, (_, index) => index + 1),
        );
      }),
      { verbose: 1 },
    );
  });

  it('tells what waits for records before it from what is known, and from what comes again by an order', () => {
    const [first, second, third] = all as [CheckedSegment, CheckedSegment, CheckedSegment];
    assert.deepEqual(planned([third, first]).outcomes, ['waits', 'stored']);
    assert.deepEqual(planned([first, first, second]).outcomes, ['stored', 'known', 'stored']);
    assert.deepEqual(planned([third], { ...begin, generation: 1 }).outcomes, ['stale']);
    assert.deepEqual(
      planned([checked(journal.segments[2] as SealedSegment, 1)], { ...begin, generation: 1 }).outcomes,
      ['waits'],
    );
  });

  it('refuses what follows by number but not by hash, and what overlaps', () => {
    const [first, second] = all as [CheckedSegment, CheckedSegment];
    const other = { ...second, head: { ...second.head, p: first.head.p } };
    assert.deepEqual(planned([first, other]).outcomes, ['stored', 'broken']);
    const overlapping = { ...second, head: { ...second.head, f: 2 } };
    assert.deepEqual(planned([first, overlapping]).outcomes, ['stored', 'broken']);
  });

  it('goes on behind lost records without their hash', () => {
    const [, second] = all as [CheckedSegment, CheckedSegment];
    assert.deepEqual(planned([second], { ...begin, have: 3, hash: undefined }).outcomes, ['stored']);
  });
});
