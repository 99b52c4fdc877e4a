import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Want } from '@kitestring/hub-contract/want.ts';
import { FIRST_VALUE_MS, TopicMirror } from './topic-mirror.ts';

const SID = 'sabcdefghijkl';
const bytes = (text: string) => Buffer.from(text);

/** A mirror whose time is moved by hand. */
function mirrorAt() {
  let nowMs = 0;
  const wants: Want[] = [];
  /** Wants that end all, each with the number of wants before it. */
  const ends: number[] = [];
  const timers: { atMs: number; callback: () => void }[] = [];
  const mirror = new TopicMirror({
    nowMs: () => nowMs,
    sendWant: (_sid, want) => (want.topics.length > 0 ? wants.push(want) : ends.push(wants.length)),
    after: (ms, callback) => {
      timers.push({ atMs: nowMs + ms, callback });
      return () => {};
    },
  });
  const goTo = (ms: number) => {
    nowMs = ms;
    for (const { atMs, callback } of timers) if (atMs <= nowMs) callback();
  };
  return { mirror, wants, ends, goTo };
}

describe('the mirror of topics', () => {
  it('asks the station once however many read, and gives all of them the newest bytes', async () => {
    const { mirror, wants, goTo } = mirrorAt();
    const first = [mirror.read(SID, 'flight/state'), mirror.read(SID, 'flight/state')];
    assert.deepEqual(
      wants.map(({ topics }) => topics),
      [['flight/state']],
    );
    mirror.take(SID, 'flight/state', bytes('1'));
    for (const value of await Promise.all(first)) assert.equal(String(value?.bytes), '1');
    goTo(500);
    mirror.take(SID, 'flight/state', bytes('2'));
    const value = await mirror.read(SID, 'flight/state');
    assert.deepEqual([String(value?.bytes), value?.atMs, wants.length], ['2', 500, 1]);
  });

  it('keeps a topic wanted while it is watched, and tells every watcher each new state', async () => {
    const { mirror, wants, goTo } = mirrorAt();
    void mirror.read(SID, 'flight/state');
    const told: string[] = [];
    const watch = (name: string) =>
      mirror.watch(SID, 'flight/state', () => told.push(`${name} ${mirror.newest(SID, 'flight/state')?.bytes}`));
    const ends = [watch('a'), watch('b')];
    mirror.take(SID, 'flight/state', bytes('1'), 1_000_000);
    assert.equal(mirror.newest(SID, 'flight/state')?.stationUs, 1_000_000);
    goTo(600_000);
    mirror.repeat();
    mirror.take(SID, 'flight/state', bytes('2'));
    assert.deepEqual(told, ['a 1', 'b 1', 'a 2', 'b 2']);
    assert.equal(wants.length, 2);
    for (const end of ends) end();
    goTo(600_000 + 61_000);
    mirror.repeat();
    mirror.take(SID, 'flight/state', bytes('3'));
    assert.deepEqual([told.length, wants.length, mirror.newest(SID, 'flight/state')], [4, 2, undefined]);
  });

  it('waits 10 s for the first state, like any read of a station, and then gives up', async () => {
    const { mirror, goTo } = mirrorAt();
    const read = mirror.read(SID, 'flight/state');
    goTo(9999);
    mirror.take(SID, 'flight/state', bytes('late'));
    assert.deepEqual((await read)?.bytes, bytes('late'));
    const other = mirror.read(SID, 'camera/state');
    goTo(20_000);
    assert.equal(await other, undefined);
  });

  it('repeats what is read, with all topics of a station in one wish, and ends what is not read for a minute', async () => {
    const { mirror, wants, goTo } = mirrorAt();
    for (const name of ['flight/state', 'camera/state']) {
      const read = mirror.read(SID, name);
      mirror.take(SID, name, bytes('1'));
      await read;
    }
    goTo(20_000);
    await mirror.read(SID, 'camera/state');
    mirror.repeat();
    goTo(60_000);
    mirror.repeat();
    goTo(80_000);
    mirror.repeat();
    assert.deepEqual(
      wants.map(({ topics }) => topics),
      [['flight/state'], ['flight/state', 'camera/state'], ['flight/state', 'camera/state'], ['camera/state']],
    );
  });

  it('forgets the states of a station that connects again, and asks for them again', async () => {
    const { mirror, wants, goTo } = mirrorAt();
    const read = mirror.read(SID, 'flight/state');
    mirror.take(SID, 'flight/state', bytes('before'));
    await read;
    mirror.restart(SID);
    assert.equal(wants.length, 2);
    const again = mirror.read(SID, 'flight/state');
    goTo(FIRST_VALUE_MS);
    assert.equal(await again, undefined);
  });

  it('takes no states that were not asked for, none above 64 KiB, and no more than 32 topics of a station', async () => {
    const { mirror, goTo } = mirrorAt();
    mirror.take(SID, 'flight/state', bytes('unasked'));
    const read = mirror.read(SID, 'flight/state');
    mirror.take(SID, 'flight/state', Buffer.alloc(65_537));
    const others = Array.from({ length: 32 }, (_, index) => mirror.read(SID, `videostreams/${index}/state`));
    assert.equal(await others.at(-1), undefined);
    goTo(FIRST_VALUE_MS);
    assert.equal(await read, undefined);
    await Promise.all(others);
  });

  it('wants nothing before all, at first and when states were missed: a station sends each once', async () => {
    const { ends, mirror, wants } = mirrorAt();
    void mirror.read(SID, 'camera/state');
    void mirror.read(SID, 'flight/state');
    assert.deepEqual([ends, wants.length], [[0], 2]);
    mirror.take(SID, 'camera/state', bytes('1'));
    mirror.refresh();
    assert.deepEqual(
      [ends, wants.at(-1)?.topics],
      [
        [0, 2],
        ['camera/state', 'flight/state'],
      ],
    );
    const value = mirror.read(SID, 'camera/state');
    mirror.take(SID, 'camera/state', bytes('2'));
    assert.equal(String((await value)?.bytes), '2');
  });
});
