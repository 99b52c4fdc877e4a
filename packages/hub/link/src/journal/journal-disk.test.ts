import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { StalledFile, WITHOUT_STALLED_FILES } from '@kitestring/lab-testing/stalled-file.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ScriptedFeed } from '../../test/support/scripted-feed.ts';
import { JournalRecorder } from '../journal-recorder.ts';
import { FleetJournal, type JournalDeps } from './fleet-journal.ts';
import { openInBackground } from './journal-disk.ts';
import { unpackRecords } from './segment-row.ts';

const KEY = Nkey.make('user');

function depsIn(folder: TestFolder): JournalDeps {
  let epochs = 0;
  return {
    file: folder.file('journal.sqlite'),
    sid: 'sabcdefghijkl',
    maxBytes: 1e9,
    keepMs: 1e9,
    newEpoch: () => `epochabcdef${'abcd'[epochs++]}`,
    sign: (text) => KEY.sign(Buffer.from(text)).toString('base64url'),
    onPutAside: () => assert.fail('the journal is sound'),
    onDiskFault: assert.ifError,
  };
}

const openJournal = (folder: TestFolder) => new FleetJournal(depsIn(folder));

/** As a station that flies does it. */
async function openGently(folder: TestFolder): Promise<FleetJournal> {
  const deps = depsIn(folder);
  return new FleetJournal(deps, await openInBackground(deps));
}

function startRecorder(folder: TestFolder) {
  const [clock, feed] = [new VirtualClock(), new ScriptedFeed()];
  const openJournal = () => openGently(folder);
  const recorder = new JournalRecorder({ feed, clock, stationClock: clock, openJournal, onSealed() {}, onFault() {} });
  return { clock, feed, recorder };
}

function durationMs(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

const codesIn = (journal: FleetJournal | undefined, codes: unknown[] = [], after = 0): unknown[] => {
  const segment = journal?.segmentAfter(after);
  if (segment === undefined) return codes;
  const found = unpackRecords(segment.body ?? new Uint8Array()).filter(({ k }) => k === 'notification.begin');
  return codesIn(journal, [...codes, ...found.map(({ d }) => d.code)], segment.last);
};

describe('a journal of a station that flies', () => {
  it('is waited for once, for 50 ms, while another program has its lock; no event and no outcome is lost', async () => {
    using folder = new TestFolder();
    const { clock, feed, recorder } = startRecorder(folder);
    await recorder.opened;
    const { journal } = recorder;
    const command = { boot: 'bootabcdefgh', beat: 1 };
    journal?.outcomes.decide('carried out', command);
    using editor = new DatabaseSync(folder.file('journal.sqlite'));
    editor.exec('BEGIN IMMEDIATE');
    const codes = Array.from({ length: 50 }, (_, index) => index + 1);
    // Each write, seal and try of a second would wait 2 s, or 50 ms each.
    const tookMs = durationMs(() => {
      assert.throws(() => journal?.outcomes.settle('carried out', '{}'), { code: 'STORE_IN_USE' });
      assert.throws(() => journal?.outcomes.decide('refused', command), { code: 'STORE_IN_USE' });
      for (const code of codes) feed.begin({ code, severity: 'Info', began: 1, message: 'one' });
      recorder.use((it) => it.welcome({ have: 99, gen: 0 }, 0));
      clock.advance(20);
    });
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    assert.deepEqual([recorder.fault?.code, recorder.lost], ['STORE_IN_USE', 0]);
    assert.deepEqual(journal?.outcomes.get('carried out'), { reply: '{}' });
    assert.equal(journal?.outcomes.get('refused'), undefined);
    editor.exec('ROLLBACK');
    clock.advance(61);
    assert.equal(recorder.fault, undefined);
    assert.deepEqual(codesIn(journal), codes);
    await recorder.stop();
    using next = openJournal(folder);
    assert.deepEqual(next.outcomes.get('carried out'), { reply: '{}' });
  });

  it('is opened without a wait for another program, too', async () => {
    using folder = new TestFolder();
    openJournal(folder).close();
    using editor = new DatabaseSync(folder.file('journal.sqlite'));
    editor.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
    const { clock, feed, recorder } = startRecorder(folder);
    const first = recorder.opened;
    // A hundred waits of 50 ms would take 5 s.
    const tookMs = durationMs(() => {
      for (let code = 1; code <= 50; code += 1) feed.begin({ code, severity: 'Info', began: 1, message: 'one' });
      clock.advance(50);
    });
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    await first;
    assert.equal(recorder.fault?.code, 'STORE_IN_USE');
    editor.close();
    clock.advance(1);
    await recorder.opened;
    assert.equal(recorder.fault, undefined);
    assert.equal(recorder.journal?.head, 56, 'the phase, and what happened meanwhile');
    await recorder.stop();
  });

  it('lets the loop go on while its disk does not answer', { skip: WITHOUT_STALLED_FILES }, async () => {
    using folder = new TestFolder();
    openJournal(folder).close();
    await using stalled = await StalledFile.stall(folder.file('journal.sqlite'));
    const { clock, feed, recorder } = startRecorder(folder);
    const opened = recorder.opened;
    const tookMs = durationMs(() => {
      for (let code = 1; code <= 50; code += 1) feed.begin({ code, severity: 'Info', began: 1, message: 'one' });
      clock.advance(50);
    });
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    assert.deepEqual([recorder.journal, recorder.fault], [undefined, undefined], 'it is still being opened');
    await stalled[Symbol.asyncDispose]();
    await opened;
    assert.equal(recorder.journal?.head, 56);
    await recorder.stop();
  });

  it('is closed by another thread, which brings the log into the file', async () => {
    using folder = new TestFolder();
    const { recorder } = startRecorder(folder);
    await recorder.opened;
    const { journal } = recorder;
    journal?.append([
      { kind: 'link.up', data: { text: randomBytes(1e6).toString('hex') }, stationMs: 0, realMs: 0 } as never,
    ]);
    const file = folder.file('journal.sqlite');
    const before = statSync(file).size;
    const sizes: number[] = [];
    const closed = recorder.stop();
    const looking = setInterval(() => sizes.push(statSync(file).size), 0);
    await closed;
    clearInterval(looking);
    assert.ok(sizes.includes(before), 'the loop went on before the file had everything');
    assert.ok(statSync(file).size > before + 1e6);
    assert.equal(existsSync(`${file}-wal`), false);
  });

  it('tells what is on the disk only once it is there: the name of a numbering, and what a start has found', async () => {
    using folder = new TestFolder();
    using journal = openJournal(folder);
    assert.ok(journal.settled() instanceof Promise);
    await journal.settled();
    assert.equal(journal.settled(), undefined);
    journal.append([{ kind: 'link.up', data: {}, stationMs: 0, realMs: 0 }]);
    journal.seal(60);
    assert.deepEqual([journal.settled(), journal.synced], [undefined, 0]);
    await journal.sync();
    assert.equal(journal.synced, 1);
    journal.welcome({ have: 99, gen: 0 }, 0);
    assert.ok(journal.settled() instanceof Promise, 'the greeting waits');
    assert.equal(journal.synced, 0, 'and all is sent again after another sync');
    await journal.sync();
    assert.equal(journal.synced, 1);
    using found = openJournal(folder);
    assert.equal(found.synced, 0);
    await found.sync();
    assert.equal(found.synced, 1);
  });

  it('leaves checkpoints to another thread', async () => {
    using folder = new TestFolder();
    const file = folder.file('journal.sqlite');
    using journal = openJournal(folder);
    const before = statSync(file).size;
    const data = { text: 'x'.repeat(20_000) };
    for (let index = 0; index < 300; index += 1) {
      journal.append([{ kind: 'link.up', data, stationMs: 0, realMs: 0 } as never]);
    }
    assert.equal(statSync(file).size, before, 'the loop has copied nothing');
    await journal.sync();
    await until('a checkpoint', () => statSync(file).size > before + 300 * 20_000);
  });
});
