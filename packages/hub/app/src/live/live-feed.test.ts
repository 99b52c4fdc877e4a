import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Connection } from '@kitestring/web/subscriptions';
import { LiveFeed } from './live-feed.ts';

/** A reader's end of a WebSocket. */
class Reader {
  readonly frames: Buffer[] = [];
  unsentBytes = 0;
  close = (): void => {};

  onClose(listener: () => void): void {
    this.close = listener;
  }

  send(frame: Buffer): void {
    this.frames.push(frame);
  }

  /** The next message: sids of the stations in it, with altitude, and of those that have left. */
  next(): unknown {
    const frame = this.frames.shift();
    if (frame === undefined) return undefined;
    const { left = [], stations } = JSON.parse(String(frame.subarray(frame.indexOf('{'))));
    return [...stations.map(({ altitude, sid }: HubStation) => `${sid} ${altitude}`), ...left];
  }
}

function openFeed(...sids: readonly string[]) {
  const clock = new VirtualClock();
  const stations = new Map<string, HubStation>();
  const set = (sid: string, altitude: number) => stations.set(sid, { sid, name: sid, state: 'online', altitude });
  for (const sid of sids) set(sid, 0);
  const feed = new LiveFeed({
    realTimeClock: clock,
    station: (sid) => stations.get(sid),
    sids: () => [...stations.keys()],
  });
  const fly = (sid: string, altitude: number) => {
    set(sid, altitude);
    feed.touch(sid);
  };
  const read = (hz: number, isInside?: (station: HubStation) => boolean) => {
    const reader = new Reader();
    feed.add(reader as unknown as Connection, { hz, isInside });
    reader.frames.length = 0;
    return reader;
  };
  return { clock, feed, fly, read };
}

describe('the live feed of all stations', () => {
  it('sends the same bytes to all who see the same, and to each other reader its own', () => {
    const { clock, fly, read } = openFeed('a', 'b');
    const [one, two, low] = [read(1), read(1, () => true), read(1, ({ altitude = 0 }) => altitude < 5)];
    fly('a', 3);
    fly('b', 9);
    clock.advance(1);
    assert.equal(one.frames[0], two.frames[0]);
    assert.deepEqual(
      [one.next(), low.next()],
      [
        ['a 3', 'b 9'],
        ['a 3', 'b'],
      ],
    );
    fly('b', 10);
    clock.advance(1);
    assert.deepEqual([one.next(), low.next()], [['b 10'], undefined]);
  });

  it('sends each at its pace, and to a slow reader the newest of each station later', () => {
    const { clock, feed, fly, read } = openFeed('a', 'b', 'c');
    const [slow, quick] = [read(1), read(4)];
    slow.unsentBytes = 100_000;
    fly('a', 1);
    clock.advance(1);
    fly('a', 2);
    fly('b', 2);
    clock.advance(1 / 4);
    assert.deepEqual([quick.next(), quick.next(), slow.next()], [['a 1'], ['a 2', 'b 2'], undefined]);
    slow.unsentBytes = 0;
    clock.advance(1);
    assert.deepEqual([slow.next(), slow.next()], [['a 2', 'b 2'], undefined]);
    for (const reader of [slow, quick]) reader.close();
    assert.equal(feed.size, 0);
    fly('c', 1);
    clock.advance(1);
    assert.deepEqual([slow.next(), quick.next()], [undefined, undefined]);
  });
});
