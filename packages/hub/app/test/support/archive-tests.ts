import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { Archive } from '../../src/archive/archive.ts';
import { parseRecords, readEpochs, readSegments } from '../../src/archive/archive-queries.ts';
import type { CheckedSegment } from '../../src/archive/check-segment.ts';
import type { Database } from '../../src/database/database.ts';
import { Stations } from '../../src/registry/stations.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import type { SealedSegment, TestJournal } from './test-journal.ts';

/** Records in the archive, once each, and its description of gaps. */
export function archiveTests(fixture: () => DatabaseFixture): void {
  it('archives every record once, however often and by however many archivers it is stored', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('saaaaaaaaaaaa');
    const segments = [4, 1, 7, 2].map((count) =>
      fixture().checked(journal, journal.seal(count, 'link.up', { reason: 'x' })),
    );
    const [first, second, third, fourth] = segments as [CheckedSegment, CheckedSegment, CheckedSegment, CheckedSegment];
    const plans = await Promise.all([
      fixture().archive().store([second, first]),
      fixture().archive().store([first, second, fourth]),
    ]);
    assert.equal(plans.flatMap(({ stored }) => stored).length, 2);
    await fixture().archive().store([fourth, third, first]);
    const [summary] = await readEpochs(database, journal.sid);
    assert.deepEqual([summary?.have, summary?.archived, summary?.gaps], [14, 14, []]);
    assert.equal(summary?.hash, fourth.head.h);
    const stored = await readSegments(database, journal.sid, { epoch: journal.epoch, after: 0, limit: 10 });
    assert.deepEqual(
      stored.flatMap(parseRecords).map(({ s }) => s),
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  });

  it('archives a batch of many stations at once, and keeps the newest beats of many', async () => {
    const { database, stations } = fixture();
    const sids = Array.from({ length: 20 }, (_, index) => `sz${'abcdefghijklmnopqrst'[index]}aaaaaaaaaa`);
    const journals: TestJournal[] = [];
    for (const sid of sids) journals.push(await fixture().newStation(sid));
    const batch = journals.flatMap((journal, index) =>
      [journal.seal(index + 1), journal.seal(2)].map((one) => fixture().checked(journal, one)),
    );
    const { moved } = await fixture().archive().store(batch.toReversed());
    assert.deepEqual(
      moved.map(({ have, sid }) => [sid, have]).toSorted(),
      sids.map((sid, index) => [sid, index + 3]).toSorted(),
    );
    for (const [index, { epoch, sid }] of journals.entries()) {
      const cursor = await fixture().archive().cursor(sid, epoch);
      assert.deepEqual([cursor.have, cursor.hash], [index + 3, journals[index]?.segments[1]?.head.h]);
    }
    const beat = (n: number): Beat => ({
      ...{ v: 1, boot: 'abcdefghijkl', n, epoch: 'abcdefghijkl', head: 1, sent: 1, phase: 'StandBy', watching: 0 },
      ...{ alarms: [0, 0, 0, 0], link: {}, t: 0, rev: 1 },
    });
    const boots = ['aaaaaaaaaaaa', 'abcdefghijkl'];
    await stations.keepBeats(sids.map((sid, index) => ({ sid, beat: beat(index + 1), seenMs: NOW_MS + index, boots })));
    const again = await Stations.open(database);
    assert.deepEqual(
      sids.map((sid) => [again.get(sid)?.beat?.n, again.get(sid)?.seenMs, again.get(sid)?.boots]),
      sids.map((_, index) => [index + 1, NOW_MS + index, boots]),
    );
  });

  it('archives what PostgreSQL cannot keep as a text: one station must not stop the archive of all, nor its beats', async () => {
    const { database, stations } = fixture();
    const journal = await fixture().newStation('sxxxxxxxxxxxx');
    const data = { 'a\0': ['b\0', { 'c\ud800': '\udc00' }] };
    const { outcomes } = await fixture()
      .archive()
      .store([fixture().checked(journal, journal.seal(1, 'odd', data))]);
    assert.deepEqual(outcomes, ['stored']);
    const [event] = await database.query("SELECT data FROM event WHERE kind = 'odd'");
    assert.deepEqual(event?.data, { 'a\ufffd': ['b\ufffd', { 'c\ufffd': '\ufffd' }] });
    const video = [{ stream: 'a\0\ud800', kbps: 1, why: 'free' as const }];
    const beat: Beat = {
      ...{ v: 1, boot: 'abcdefghijkl', n: 1, epoch: 'abcdefghijkl', head: 1, sent: 1, phase: 'StandBy', watching: 0 },
      ...{ alarms: [0, 0, 0, 0], link: { video }, t: 0, rev: 1, 'x\0': 'unknown to the hub' },
    };
    await stations.keepBeats([{ sid: journal.sid, beat, seenMs: NOW_MS, boots: [] }]);
    assert.equal((await Stations.open(database)).get(journal.sid)?.beat?.n, 1);
  });

  it('commits all of a batch or nothing', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('scccccccccccc');
    const segment = fixture().checked(journal, journal.seal(3));
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (queries) => {
          await work(queries);
          throw new Error('power cut');
        }),
    };
    await assert.rejects(new Archive(failing, () => NOW_MS).store([segment]), /power cut/);
    assert.deepEqual(await readEpochs(database, journal.sid), []);
    assert.deepEqual((await fixture().archive().store([segment])).outcomes, ['stored']);
  });

  it('goes on where the former membership of a station has ended: neither a gap nor a record twice', async () => {
    const { database } = fixture();
    const before = await fixture().newStation('semembership2');
    const { sid } = await fixture().newStation('semembership3');
    const sealed = [5, 5].map((count) => before.seal(count)) as [SealedSegment, SealedSegment];
    await fixture()
      .archive()
      .store(sealed.map((one) => fixture().checked(before, one)));
    const again = { sid, epoch: before.epoch, keptFrom: 3 };
    const cursor = await fixture().archive().greeted(again);
    assert.deepEqual([cursor.have, cursor.hash], [10, sealed[1].head.h]);
    assert.deepEqual(await fixture().archive().greeted(again), cursor);
    const [present] = await readEpochs(database, sid);
    assert.deepEqual([present?.kept_from, present?.gaps], [11, []]);
    // A copy of its data folder that has gone on has another name for the same numbers, from 8 on.
    const renamed = { sid, epoch: 'ffffffffffff', previousEpoch: before.epoch, from: 8, keptFrom: 3 };
    assert.equal((await fixture().archive().greeted(renamed)).have, 7);
    const [, copy] = await readEpochs(database, sid);
    assert.deepEqual([copy?.kept_from, copy?.gaps], [8, []]);
    // An archive that was restored or lost has less of the previous epoch: the rest is offered, and missing records are
    // declared.
    const unknown = { ...renamed, epoch: 'gggggggggggg', previousEpoch: 'hhhhhhhhhhhh' };
    assert.equal((await fixture().archive().greeted(unknown)).have, 2);
    const [, , lost] = await readEpochs(database, sid);
    assert.deepEqual(
      lost?.gaps.map(({ first, kind, last }) => [first, last, kind]),
      [[1, 2, 'lost']],
    );
  });

  it('shows declared gaps, and records that no journal has any more', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('sdddddddddddd');
    const sealed = [5, 5, 5].map((count) => journal.seal(count)) as [SealedSegment, SealedSegment, SealedSegment];
    const [first, second, third] = sealed;
    const withoutBody = { ...second, body: new Uint8Array() };
    await fixture()
      .archive()
      .store([fixture().checked(journal, first), fixture().checked(journal, withoutBody)]);
    assert.equal((await fixture().archive().greeted({ sid: journal.sid, epoch: journal.epoch, keptFrom: 3 })).have, 10);
    await fixture().archive().greeted({ sid: journal.sid, epoch: 'zzzzzzzzzzzz', keptFrom: 11 });
    await fixture()
      .archive()
      .store([fixture().checked(journal, third)]);
    const [present, other] = await readEpochs(database, journal.sid);
    // Station time of the records around it, where there are any.
    const gap = { first: 6, last: 10, from_ms: first.head.t1, to_ms: third.head.t0 };
    assert.deepEqual([present?.archived, present?.gaps], [10, [{ ...gap, kind: 'declared' }]]);
    const all = { first: 1, last: 10, from_ms: null, to_ms: null };
    assert.deepEqual([other?.have, other?.gaps], [10, [{ ...all, kind: 'lost' }]]);
    await database.query('DELETE FROM segment WHERE sid = $1 AND first = 6', [journal.sid]);
    const [damaged] = await readEpochs(database, journal.sid);
    assert.deepEqual(damaged?.gaps, [{ ...gap, kind: 'missing' }]);
  });

  it('raises the generation of an order to send again by one each time', async () => {
    const journal = await fixture().newStation('seeeeeeeeeeee');
    assert.equal((await fixture().archive().nextGeneration(journal.sid, journal.epoch)).generation, 1);
    assert.equal((await fixture().archive().nextGeneration(journal.sid, journal.epoch)).generation, 2);
    assert.equal((await fixture().archive().cursor(journal.sid, journal.epoch)).generation, 2);
  });

  it('keeps a refused segment once, and a hundred for each station', async () => {
    const { database } = fixture();
    const bytes = Buffer.from([0, 1, 255]);
    for (let index = 0; index < 103; index += 1) {
      await fixture()
        .archive()
        .quarantine('sffffffffffff', `digest ${Math.floor(index / 2)}`, 'sig: wrong', bytes);
      await fixture().archive().quarantine('sgggggggggggg', `digest ${index}`, 'sig: wrong', bytes);
    }
    const count = async (sid: string) => {
      const [row] = await database.query('SELECT count(*) AS count FROM quarantine WHERE sid = $1', [sid]);
      return row?.count;
    };
    assert.deepEqual([await count('sffffffffffff'), await count('sgggggggggggg')], [52, 100]);
    const [row] = await database.query<{ bytes: Uint8Array }>('SELECT bytes FROM quarantine LIMIT 1');
    assert.deepEqual(Buffer.from(row?.bytes ?? []), bytes);
  });
}
