import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ScriptedFeed } from '../test/support/scripted-feed.ts';
import { FleetJournal } from './journal/fleet-journal.ts';
import { unpackRecords } from './journal/segment-row.ts';
import { JournalRecorder } from './journal-recorder.ts';

const KEY = Nkey.make('user');

class Scene {
  readonly clock = new VirtualClock();
  readonly feed = new ScriptedFeed();
  readonly faults: (string | undefined)[] = [];
  seals = 0;
  isBroken = false;
  #epochs = 0;
  readonly #file: string;

  constructor(folder: TestFolder) {
    this.#file = folder.file('journal.sqlite');
  }

  async record(sid = 'sabcdefghijkl'): Promise<JournalRecorder> {
    const recorder = new JournalRecorder({
      openJournal: async () => {
        if (this.isBroken) throw new StoreFault('STORE_UNWRITABLE', 'the disk is full');
        return new FleetJournal({
          file: this.#file,
          sid,
          maxBytes: 1e9,
          keepMs: 1e9,
          newEpoch: () => `epochabcdef${'abcd'[this.#epochs++]}`,
          sign: (text) => KEY.sign(Buffer.from(text)).toString('base64url'),
          onPutAside: () => assert.fail('the journal is sound'),
        });
      },
      feed: this.feed,
      clock: this.clock,
      stationClock: this.clock,
      onSealed: () => {
        this.seals += 1;
      },
      onFault: (fault) => this.faults.push(fault?.code),
    });
    await recorder.opened;
    return recorder;
  }
}

function kindsIn(recorder: JournalRecorder): string[] {
  const kinds: string[] = [];
  for (let at = 0; ; ) {
    const segment = recorder.journal?.segmentAfter(at);
    if (segment === undefined) return kinds;
    kinds.push(
      ...unpackRecords(segment.body ?? new Uint8Array()).map(({ d, k }) =>
        k === 'state' ? k : `${k} ${d.code ?? d.state}`,
      ),
    );
    at = segment.last;
  }
}

describe('the recorder', () => {
  it('seals an event within a quarter of a second and samples each minute, in flight one a second', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const recorder = await scene.record();
    const synced = () => recorder.journal?.sync();
    assert.deepEqual(kindsIn(recorder), ['flight.phase StandBy']);
    await synced();
    scene.seals = 0;
    scene.clock.advance(59);
    assert.equal(scene.seals, 0);
    scene.clock.advance(20);
    await synced();
    assert.equal(scene.seals, 1);
    assert.equal(kindsIn(recorder).filter((kind) => kind === 'state').length, 7);
    scene.feed.enter('TakingOff');
    scene.clock.advance(0.2);
    assert.equal(scene.seals, 1);
    scene.clock.advance(0.1);
    assert.equal(scene.seals, 1, 'it is not on the disk yet');
    await synced();
    assert.equal(scene.seals, 2);
    assert.equal(kindsIn(recorder).at(-1), 'flight.phase TakingOff');
    scene.clock.advance(30);
    const { head = 0, sealed = 0 } = recorder.journal ?? {};
    assert.equal(head - sealed, 30);
    await recorder.stop();
  });

  it('a start adds what ended, began and changed while nothing was recorded', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const first = await scene.record();
    scene.feed.begin({ code: 1, severity: 'Info', began: 1, message: 'one' });
    scene.feed.begin({ code: 1, severity: 'Info', began: 1, message: 'one, with another parameter' });
    scene.feed.begin({ code: 2, severity: 'Info', began: 2, message: 'two' });
    await first.stop();
    scene.feed.open = [
      { code: 2, severity: 'Info', began: 2, message: 'two' },
      { code: 3, severity: 'Info', began: 3, message: 'three' },
    ];
    scene.feed.phase = 'Flying';
    const second = await scene.record();
    assert.deepEqual(kindsIn(second), [
      ...['flight.phase StandBy', 'notification.begin 1', 'notification.begin 2'],
      ...['notification.end 1', 'notification.begin 3', 'flight.phase Flying'],
    ]);
    await second.stop();
    const third = await scene.record();
    assert.equal(kindsIn(third).length, 6, 'nothing new, nothing recorded');
    await third.stop();
  });

  it('a new numbering tells what is open, once: the archive has nothing of it', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const recorder = await scene.record();
    scene.feed.begin({ code: 1, severity: 'Warning', began: 1, message: 'one' });
    recorder.use((journal) => {
      while (journal.seal(60));
      journal.takeCursor({ v: 1, epoch: journal.epoch, have: journal.sealed }, 0);
    });
    scene.feed.begin({ code: 2, severity: 'Warning', began: 2, message: 'two' });
    recorder.use((journal) => {
      assert.equal(journal.welcome({ have: 99, gen: 0 }, 0), false, 'the archive has what this journal never had');
    });
    const told = ['notification.begin 1', 'notification.begin 2', 'flight.phase StandBy'];
    const before = ['flight.phase StandBy', 'notification.begin 1', 'notification.begin 2'];
    assert.deepEqual(kindsIn(recorder), [...before, ...told]);
    recorder.use((journal) => journal.takeCursor({ v: 1, epoch: journal.epoch, have: journal.sealed }, 0));
    await recorder.stop();
    scene.feed.open = scene.feed.open.slice(1);
    const enrolledAgain = await scene.record('szzzzzzzzzzzz');
    const toldAgain = ['notification.end 1', 'notification.begin 2', 'flight.phase StandBy'];
    assert.deepEqual(kindsIn(enrolledAgain), [...before, ...told, ...toldAgain]);
    await enrolledAgain.stop();
    const third = await scene.record('szzzzzzzzzzzz');
    assert.equal(kindsIn(third).length, 9, 'told once');
    await third.stop();
  });

  it('a disk that cannot be used costs samples, is said once, and is used again as soon as it can be', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    scene.isBroken = true;
    const recorder = await scene.record();
    for (let seconds = 0; seconds < 100; seconds += 1) {
      scene.clock.advance(1);
      await recorder.opened;
    }
    scene.feed.enter('TakingOff');
    recorder.record('link.up', {});
    assert.deepEqual([scene.faults, recorder.journal], [['STORE_UNWRITABLE'], undefined]);
    scene.isBroken = false;
    scene.clock.advance(1.5);
    await recorder.opened;
    assert.deepEqual(scene.faults, ['STORE_UNWRITABLE', undefined]);
    assert.deepEqual(kindsIn(recorder), ['flight.phase TakingOff', 'link.up undefined']);
    scene.isBroken = true;
    await recorder.stop();
  });

  it('a disk that does not take the newest segment is said once, and asked again each second', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const recorder = await scene.record();
    const { journal } = recorder;
    await journal?.sync();
    let disk = () => Promise.reject(new StoreFault('STORE_UNWRITABLE', 'the disk is full'));
    Object.defineProperty(journal, 'sync', { value: () => disk() });
    scene.seals = 0;
    scene.feed.enter('TakingOff');
    for (let ticks = 0; ticks < 3; ticks += 1) {
      scene.clock.advance(1.1);
      await turn();
    }
    assert.deepEqual([scene.faults, scene.seals], [['STORE_UNWRITABLE'], 0]);
    disk = () => Promise.resolve() as Promise<never>;
    scene.clock.advance(1);
    await turn();
    scene.clock.advance(1);
    assert.deepEqual([scene.faults, scene.seals], [['STORE_UNWRITABLE', undefined], 1]);
    await recorder.stop();
  });

  it('uses no file once it has stopped, also when the disk was still taking the last record', {
    skip: !existsSync('/proc/self/fd') && 'needs the list of open files of Linux',
  }, async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const recorder = await scene.record();
    await recorder.journal?.sync();
    recorder.record('link.up', {});
    await recorder.stop();
    const open = readdirSync('/proc/self/fd').map((fd) => {
      const place = join('/proc/self/fd', fd);
      return existsSync(place) ? readlinkSync(place) : '';
    });
    assert.deepEqual(
      open.filter((file) => file.startsWith(folder.path)),
      [],
    );
  });

  it('events beyond the limit of the memory are counted', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    scene.isBroken = true;
    const recorder = await scene.record();
    for (let index = 0; index < 1003; index += 1) recorder.record('link.up', {});
    assert.equal(recorder.lost, 3);
    await recorder.stop();
  });
});
