import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Topic } from '@kitestring/base/topic.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { TestPeer } from '../../test/support/test-peer.ts';
import { StateFeed } from './state-feed.ts';

describe('StateFeed', () => {
  let realTimeClock: VirtualClock;
  let value: number;
  let produced: number;
  let topic: Topic;
  let feed: StateFeed;
  let peer: TestPeer;
  let times: string[];
  let startUs: number;
  beforeEach(() => {
    realTimeClock = new VirtualClock();
    startUs = realTimeClock.nowUs();
    value = 0;
    produced = 0;
    topic = new Topic(() => {
      produced += 1;
      return { value };
    });
    feed = new StateFeed({ name: 'flight/state', topic, realTimeClock, clock: realTimeClock });
    peer = new TestPeer();
    times = [];
    peer.onMessage = (message) => times.push(`${Math.round((realTimeClock.nowUs() - startUs) / 1000)} ${message}`);
  });

  const turn = () => new Promise(setImmediate);
  const change = (to: number) => {
    value = to;
    topic.invalidate();
  };

  /** Lets time pass in steps, with a change in each. */
  async function changing(seconds: number, everyS: number): Promise<void> {
    for (let left = Math.round(seconds / everyS); left > 0; left -= 1) {
      change(value + 1);
      await turn();
      realTimeClock.advance(everyS);
    }
  }

  it('sends the state at once, exactly as the GET has it', () => {
    feed.add(peer.connect(realTimeClock));
    assert.deepEqual(peer.messages, [Buffer.from(topic.bytes).toString()]);
  });

  it('sends a change after a silence at once, but not from inside the change', async () => {
    feed.add(peer.connect(realTimeClock));
    realTimeClock.advance(1);
    change(7);
    assert.equal(peer.messages.length, 1);
    await turn();
    assert.deepEqual(times, ['0 {"value":0}', '1000 {"value":7}']);
  });

  it('sends at most 10 per second, and the last change in the end', async () => {
    feed.add(peer.connect(realTimeClock));
    await changing(2, 0.005);
    change(9999);
    await turn();
    realTimeClock.advance(0.1);
    assert.ok(peer.messages.length >= 20 && peer.messages.length <= 22, `${peer.messages.length} messages in 2 s`);
    assert.equal(peer.messages.at(-1), '{"value":9999}');
  });

  it('sends nothing when the state is the same after all', async () => {
    feed.add(peer.connect(realTimeClock));
    for (let count = 0; count < 40; count += 1) {
      topic.invalidate();
      await turn();
      realTimeClock.advance(0.1);
    }
    assert.equal(peer.messages.length, 1);
  });

  it('repeats the state every 5 s while nothing changes', () => {
    feed.add(peer.connect(realTimeClock));
    realTimeClock.advance(14.9);
    assert.deepEqual(
      times.map((time) => time.split(' ')[0]),
      ['0', '5000', '10000'],
    );
  });

  it('does not repeat what was sent for another reason', async () => {
    feed.add(peer.connect(realTimeClock));
    realTimeClock.advance(3);
    change(1);
    await turn();
    realTimeClock.advance(4.9);
    assert.equal(peer.messages.length, 2);
    realTimeClock.advance(0.1);
    assert.deepEqual(times.at(-1), '8000 {"value":1}');
  });

  it('makes the bytes once for all subscribers', async () => {
    for (let index = 0; index < 100; index += 1) feed.add(new TestPeer().connect(realTimeClock, { id: `c${index}` }));
    const before = produced;
    await changing(1, 0.1);
    assert.ok(produced - before <= 11, `made the state ${produced - before} times for 10 changes`);
  });

  it('envelops messages for those who asked for it, with station time', () => {
    feed.add(peer.connect(realTimeClock, { isEnveloped: true }));
    realTimeClock.advance(5);
    assert.deepEqual(peer.messages, [
      '{"topic":"flight/state","time":"2026-03-01T09:30:00.000000+00:00","data":{"value":0}}',
      '{"topic":"flight/state","time":"2026-03-01T09:30:05.000000+00:00","data":{"value":0}}',
    ]);
  });

  it('gives a newcomer the state now, and adding twice changes nothing', () => {
    feed.add(peer.connect(realTimeClock));
    value = 3;
    topic.invalidate();
    const other = new TestPeer();
    const connection = other.connect(realTimeClock, { id: 'c2' });
    feed.add(connection);
    feed.add(connection);
    assert.deepEqual(other.messages, ['{"value":3}']);
  });

  it('stops for who leaves, costs nothing without subscribers, and begins anew for the next', async () => {
    const connection = peer.connect(realTimeClock);
    feed.add(connection);
    feed.remove(connection);
    const before = produced;
    await changing(1, 0.1);
    realTimeClock.advance(20);
    assert.equal(produced, before);
    assert.equal(peer.messages.length, 1);
    feed.add(connection);
    realTimeClock.advance(5);
    assert.equal(peer.messages.length, 3);
  });
});
