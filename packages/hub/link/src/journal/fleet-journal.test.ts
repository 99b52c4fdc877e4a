import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { isSignedBy, Nkey } from '@kitestring/hub-contract/nkey.ts';
import { FIRST_PREVIOUS_HASH, segmentSignedText, segmentText } from '@kitestring/hub-contract/segment.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { FleetJournal, type JournalDeps, type NewRecord } from './fleet-journal.ts';
import { type SealedSegment, segmentHead, unpackRecords } from './segment-row.ts';

const SID = 'sabcdefghijkl';
const KEY = Nkey.make('user');
const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 2, 1);

let epochs = 0;
const newEpoch = () => {
  epochs += 1;
  return `epoch${'abcdefghijklmnopqrstuvwxyz'[epochs % 26]}bcdefg`;
};

function openJournal(folder: TestFolder, change: Partial<JournalDeps> = {}): FleetJournal {
  return new FleetJournal({
    file: folder.file('journal.sqlite'),
    sid: SID,
    sign: (text) => KEY.sign(Buffer.from(text)).toString('base64url'),
    newEpoch,
    maxBytes: 1e9,
    keepMs: 7 * DAY_MS,
    onPutAside: () => assert.fail('the journal is sound'),
    ...change,
  });
}

const sample = (alt: number): NewRecord => ({
  kind: 'state',
  data: { phase: 'Flying', alt },
  stationMs: NOW_MS + alt,
  realMs: NOW_MS,
});
const event = (): NewRecord => ({
  kind: 'flight.phase',
  data: { state: 'Landing', previous: 'Flying' },
  stationMs: NOW_MS,
  realMs: NOW_MS,
});

/** Every segment from `after` on, of which each begins where the one before ended. */
function segmentsOf(journal: FleetJournal, after = 0): SealedSegment[] {
  const found: SealedSegment[] = [];
  for (let at = after; ; ) {
    const segment = journal.segmentAfter(at);
    if (segment === undefined) return found;
    found.push(segment);
    at = segment.last;
  }
}

function assertChain(journal: FleetJournal): void {
  const segments = segmentsOf(journal);
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before !== undefined) {
      assert.equal(segment.first, before.last + 1);
      assert.equal(segment.previous, before.hash);
    } else if (segment.first === 1) assert.equal(segment.previous, FIRST_PREVIOUS_HASH);
    const head = segmentHead(segment, journal.epoch, 0);
    assert.equal(hash('sha256', segmentText(head), 'base64url'), segment.hash);
    assert.ok(isSignedBy(KEY.publicKey, segmentSignedText(SID, segment.hash), segment.signature));
    if (segment.body === undefined) continue;
    assert.equal(hash('sha256', segment.body, 'base64url'), segment.bodyHash);
    const numbers = unpackRecords(segment.body).map(({ s }) => s);
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, at) => segment.first + at),
    );
    assert.equal(numbers.at(-1), segment.last);
  }
}

describe('the journal', () => {
  it('numbers records from 1 on and seals them into signed segments, each with the hash of the one before', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder);
    assert.deepEqual([journal.head, journal.keptFrom, journal.seal(60)], [0, 0, false]);
    journal.append([sample(1), sample(2), event(), sample(3)]);
    assert.deepEqual([journal.head, journal.sealed, journal.keptFrom, journal.hasUnsealedEvent], [4, 0, 1, true]);
    journal.seal(2);
    assert.equal(journal.hasUnsealedEvent, true);
    journal.seal(60);
    assert.equal(journal.hasUnsealedEvent, false);
    assertChain(journal);
    const [samples, rest] = segmentsOf(journal);
    assert.deepEqual([samples?.first, samples?.last, samples?.hasEvent, samples?.t0], [1, 2, false, NOW_MS + 1]);
    assert.deepEqual([rest?.first, rest?.last, rest?.hasEvent], [3, 4, true]);
  });

  it('has all of that after it was closed and opened again', () => {
    using folder = new TestFolder();
    const epoch = withJournal(folder, (journal) => {
      journal.append([sample(1), event()]);
      journal.seal(60);
      journal.append([event(), sample(2)]);
      journal.takeCursor({ v: 1, epoch: journal.epoch, have: 2 }, NOW_MS);
      return journal.epoch;
    });
    withJournal(folder, (journal) => {
      assert.deepEqual([journal.epoch, journal.head, journal.sealed, journal.have], [epoch, 4, 2, 2]);
      assert.equal(journal.hasUnsealedEvent, true);
      journal.seal(60);
      assertChain(journal);
    });
  });

  it('a cursor moves forward only, one of another epoch not at all, and an order sends again from its number', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder);
    for (let index = 0; index < 5; index += 1) {
      journal.append([sample(index)]);
      journal.seal(60);
    }
    const { epoch } = journal;
    journal.confirmSent(epoch, 0, 4);
    journal.confirmSent('otherepoch22', 0, 5);
    assert.equal(journal.sent, 4);
    journal.takeCursor({ v: 1, epoch, have: 3 }, NOW_MS);
    journal.takeCursor({ v: 1, epoch, have: 2 }, NOW_MS);
    journal.takeCursor({ v: 1, epoch: 'otherepoch22', have: 5 }, NOW_MS);
    assert.deepEqual([journal.have, journal.sent], [3, 4]);
    journal.takeCursor({ v: 1, epoch, have: 1, gen: 1, from: 2 }, NOW_MS);
    assert.deepEqual([journal.have, journal.sent, journal.generation], [1, 1, 1]);
    journal.confirmSent(epoch, 0, 5);
    assert.equal(journal.sent, 1, 'a confirmation of the generation before is late');
    journal.takeCursor({ v: 1, epoch, have: 1, gen: 1, from: 2 }, NOW_MS);
    journal.takeCursor({ v: 1, epoch, have: 5 }, NOW_MS);
    assert.deepEqual([journal.have, journal.sent], [5, 5]);
    journal.welcome({ have: 0, gen: 2 }, NOW_MS);
    assert.deepEqual([journal.have, journal.sent, journal.generation], [0, 0, 2], 'the archive was set back');
    assert.equal(segmentsOf(journal).length, 5);
  });

  it('archived segments are kept for the days that are set, but for the newest', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder, { keepMs: 2 * DAY_MS });
    for (let index = 0; index < 3; index += 1) {
      journal.append([sample(index)]);
      journal.seal(60);
    }
    journal.takeCursor({ v: 1, epoch: journal.epoch, have: 3 }, NOW_MS);
    journal.prune(NOW_MS + DAY_MS);
    assert.equal(journal.keptFrom, 1);
    journal.prune(NOW_MS + 3 * DAY_MS);
    assert.deepEqual([journal.keptFrom, journal.head], [3, 3]);
    journal.append([sample(9)]);
    journal.seal(60);
    assertChain(journal);
  });

  it('when full gives up what is archived, then the oldest samples: a declared gap in an unbroken chain; no event is given up', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder, { maxBytes: 1500 });
    for (let index = 0; index < 30; index += 1) {
      journal.append(index % 3 === 0 ? [event(), sample(index)] : [sample(index), sample(index + 0.5)]);
      journal.seal(60);
    }
    journal.takeCursor({ v: 1, epoch: journal.epoch, have: 6 }, NOW_MS);
    journal.prune(NOW_MS);
    assert.ok(journal.bodyBytes <= 1500 || segmentsOf(journal).every((it) => it.hasEvent || it.body === undefined));
    assert.equal(journal.keptFrom, 7, 'archived ones went first');
    assertChain(journal);
    const segments = segmentsOf(journal);
    assert.ok(segments.filter(({ hasEvent }) => hasEvent).every(({ body }) => body !== undefined));
    const isGiven = segments.filter(({ hasEvent }) => !hasEvent).map(({ body }) => body === undefined);
    assert.equal(isGiven[0], true);
    assert.deepEqual(
      isGiven,
      isGiven.toSorted((a, b) => Number(b) - Number(a)),
      'the oldest first',
    );
  });

  it('full again after it was archived it removes from the oldest on: there is no hole behind a declared gap', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder, { maxBytes: 500 });
    const fill = () => {
      for (let index = 0; index < 10; index += 1) {
        journal.append([sample(index), sample(index + 0.5)]);
        journal.seal(60);
        journal.prune(NOW_MS);
      }
    };
    fill();
    assert.equal(journal.segmentAfter(0)?.body, undefined);
    journal.takeCursor({ v: 1, epoch: journal.epoch, have: journal.sealed }, NOW_MS);
    fill();
    assertChain(journal);
    // A restored archive requests everything, and is told where the kept records begin.
    assert.equal(journal.segmentAfter(0)?.first, journal.keptFrom);
  });

  it('full of events it refuses samples, and says how many', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder, { maxBytes: 300 });
    for (let index = 0; index < 5; index += 1) {
      journal.append([event()]);
      journal.seal(60);
    }
    journal.prune(NOW_MS);
    assert.equal(journal.append([sample(1), event(), sample(2)]), 2);
    assert.equal(journal.head, 6);
  });

  it('set back to an older copy it goes on under another epoch: what both have keeps its numbers, and nothing is dropped', () => {
    using folder = new TestFolder();
    const file = folder.file('journal.sqlite');
    const copy = folder.file('copy');
    withJournal(folder, (journal) => {
      journal.append([event()]);
      journal.seal(60);
      journal.takeCursor({ v: 1, epoch: journal.epoch, have: 1 }, NOW_MS);
      journal.append([sample(2)]);
      journal.seal(60);
    });
    copyFileSync(file, copy);
    const { epoch, hashOfTwo } = withJournal(folder, (journal) => ({
      epoch: journal.epoch,
      hashOfTwo: journal.segmentAfter(1)?.hash ?? '',
    }));
    copyFileSync(copy, file);
    withJournal(folder, (journal) => {
      // Another record under a number that the archive has.
      journal.append([sample(33)]);
      journal.seal(60);
      journal.welcome({ have: 2, hash: hashOfTwo, gen: 0 }, NOW_MS);
      assert.equal(journal.epoch, epoch, 'what both have is the same');
      journal.append([sample(44)]);
      journal.welcome({ have: 3, hash: 'x'.repeat(43), gen: 0 }, NOW_MS);
      assert.notEqual(journal.epoch, epoch);
      assert.deepEqual([journal.previousEpoch, journal.from, journal.keptFrom], [epoch, 3, 1]);
      journal.seal(60);
      assert.deepEqual(numbers(journal), [
        [1, undefined],
        [2, 2],
        [3, 33],
        [4, 44],
      ]);
      assert.deepEqual([journal.head, journal.have, journal.sent], [4, 2, 2]);
      assertChain(journal);
      journal.welcome({ have: 9, gen: 0 }, NOW_MS);
      assert.equal(journal.head, 4, 'a number that was never given is a set-back too');
      journal.seal(60);
      assertChain(journal);
    });
  });

  it('of many hours without a hub drops nothing at a new epoch', () => {
    using folder = new TestFolder();
    using journal = openJournal(folder);
    for (let index = 0; index < 1100; index += 1) {
      journal.append([sample(index)]);
      journal.seal(1);
    }
    journal.welcome({ have: 20_000, gen: 0 }, NOW_MS);
    assert.deepEqual([journal.head, journal.keptFrom, journal.from], [1100, 1, 1]);
    assert.equal(segmentsOf(journal).length, 1100);
  });

  it('of another membership it offers all that is kept, archived or not, signed for the new one', () => {
    using folder = new TestFolder();
    const epoch = withJournal(folder, (journal) => {
      for (let index = 0; index < 3; index += 1) {
        journal.append([sample(index)]);
        journal.seal(60);
      }
      journal.takeCursor({ v: 1, epoch: journal.epoch, have: 2 }, NOW_MS);
      journal.append([sample(3)]);
      return journal.epoch;
    });
    const own = Nkey.make('user');
    const sid = 'szzzzzzzzzzzz';
    const sign = (text: string) => own.sign(Buffer.from(text)).toString('base64url');
    using other = openJournal(folder, { sid, sign });
    assert.deepEqual([other.epoch, other.head, other.have, other.keptFrom], [epoch, 4, 0, 1]);
    other.prune(NOW_MS + 8 * DAY_MS);
    other.seal(60);
    const segments = segmentsOf(other);
    assert.deepEqual(
      segments.map(({ first, last }) => [first, last]),
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
    );
    for (const { hash: signed, signature } of segments) {
      assert.ok(isSignedBy(own.publicKey, segmentSignedText(sid, signed), signature));
    }
    // A copy of a station that has gone on: the archive has other records.
    other.welcome({ have: 9, gen: 0 }, NOW_MS);
    assert.deepEqual([other.previousEpoch, other.from, other.have], [epoch, 3, 2]);
  });

  it('that is damaged is put aside, and another begins', () => {
    using folder = new TestFolder();
    writeFileSync(folder.file('journal.sqlite'), 'nonsense'.repeat(1000));
    const aside: string[] = [];
    using journal = openJournal(folder, { onPutAside: (file) => aside.push(file) });
    assert.equal(journal.head, 0);
    assert.equal(aside.length, 1);
    assert.ok(readdirSync(folder.path).some((name) => aside[0]?.endsWith(name)));
  });

  it('that cannot be opened leaves no file open: it is tried again each second', {
    skip: !existsSync('/proc/self/fd') && 'needs the list of open files of Linux',
  }, () => {
    using folder = new TestFolder();
    using other = new TestFolder();
    using journal = openJournal(folder);
    journal.append([event()]);
    const full = () => {
      throw new StoreFault('STORE_UNWRITABLE', 'the disk is full');
    };
    const counts = new Set<number>();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      assert.throws(() => openJournal(other, { newEpoch: full }), /the disk is full/);
      counts.add(readdirSync('/proc/self/fd').length);
    }
    // SQLite keeps one for the journal above, which is the same file.
    assert.equal(counts.size, 1, [...counts].join());
  });

  it('in any order of calls has each record once, in an unbroken chain, and gives up only what it may', (t) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    t.diagnostic(`SEED=${seed}`);
    const random = new UniformStream(seed);
    const below = (limit: number) => Math.floor(random.uniform() * limit);
    for (let round = 0; round < 5; round += 1) {
      using folder = new TestFolder();
      let journal = openJournal(folder, { maxBytes: 3000, keepMs: 1000 });
      const { epoch } = journal;
      let head = 0;
      for (let step = 0; step < 80; step += 1) {
        const nowMs = NOW_MS + step * 100;
        const act = below(7);
        if (act <= 1) {
          const records = Array.from({ length: 1 + below(5) }, (_, index) =>
            below(4) === 0 ? event() : sample(index),
          );
          head += records.length - journal.append(records);
        } else if (act === 2) journal.seal(1 + below(6));
        else if (act === 3) journal.prune(nowMs);
        else if (act === 4) journal.confirmSent(epoch, journal.generation, below(journal.sealed + 1));
        else if (act === 5) {
          journal.close();
          journal = openJournal(folder, { maxBytes: 3000, keepMs: 1000 });
        } else {
          const ends = [0, ...segmentsOf(journal).map(({ last }) => last)];
          journal.takeCursor({ v: 1, epoch, have: ends[below(ends.length)] ?? 0 }, nowMs);
        }
        assert.deepEqual([journal.epoch, journal.head], [epoch, head]);
        assert.ok(journal.have <= journal.sent && journal.sent <= journal.sealed && journal.sealed <= head);
        const [oldest] = segmentsOf(journal);
        assert.ok(oldest === undefined || oldest.first <= journal.have + 1, 'nothing unarchived is removed');
      }
      while (journal.seal(60));
      assertChain(journal);
      assert.equal(segmentsOf(journal).at(-1)?.last ?? 0, head);
      const events = segmentsOf(journal, journal.have).filter(({ hasEvent }) => hasEvent);
      assert.ok(events.every(({ body }) => body !== undefined));
      journal.close();
    }
  });
});

const numbers = (journal: FleetJournal) =>
  segmentsOf(journal).flatMap(({ body }) =>
    unpackRecords(body ?? new Uint8Array()).map(({ d, s }) => [s, d.alt] as const),
  );

function withJournal<T>(folder: TestFolder, work: (journal: FleetJournal) => T): T {
  using journal = openJournal(folder);
  return work(journal);
}
