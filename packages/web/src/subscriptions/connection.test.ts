import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { TestPeer } from '../../test/support/test-peer.ts';
import type { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { messageFrame } from './message-frame.ts';

const MIB = 1_048_576;

class CountingState {
  value = 0;
  frame() {
    return messageFrame('text', Buffer.from(`state ${this.value}`));
  }
}

describe('Connection', () => {
  let realTimeClock: VirtualClock;
  let peer: TestPeer;
  let connection: Connection;
  let state: CountingState;
  beforeEach(() => {
    realTimeClock = new VirtualClock();
    peer = new TestPeer();
    connection = peer.connect(realTimeClock);
    state = new CountingState();
  });
  const sendStates = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      state.value += 1;
      connection.sendState(state);
    }
  };
  const event = (text: string) => connection.sendEvent(messageFrame('text', Buffer.from(text)));

  it('sends everything to a reader that keeps up', () => {
    sendStates(3);
    assert.deepEqual(peer.messages, ['state 1', 'state 2', 'state 3']);
  });

  it('gives a slow reader the newest state once it has caught up, and counts the replaced ones', () => {
    peer.unread = 10_000;
    sendStates(50);
    realTimeClock.advance(1);
    assert.deepEqual(peer.messages, []);
    assert.equal(connection.replaced, 49);
    peer.unread = 0;
    realTimeClock.advance(0.1);
    assert.deepEqual(peer.messages, ['state 50']);
    realTimeClock.advance(10);
    assert.deepEqual(peer.messages, ['state 50']);
  });

  it('drops no event of a slow reader', () => {
    peer.unread = 10_000;
    for (let index = 0; index < 50; index += 1) event(`event ${index}`);
    assert.equal(peer.messages.length, 50);
    assert.deepEqual(peer.closes, []);
  });

  it('closes a reader with more than 1 MiB waiting with 1013', () => {
    peer.unread = MIB;
    event('one');
    assert.deepEqual(peer.closes, []);
    peer.unread = MIB + 1;
    event('two');
    assert.deepEqual(peer.closes, ['1013 reading too slowly']);
    event('three');
    sendStates(1);
    assert.deepEqual(peer.messages, ['one', 'two'], 'nothing follows the goodbye');
  });

  it('ends after two pings without an answer', () => {
    connection.ping();
    peer.emit('pong');
    connection.ping();
    connection.ping();
    assert.deepEqual(peer.closes, []);
    connection.ping();
    assert.deepEqual(peer.closes, ['1013 two pings without an answer']);
    assert.equal(peer.pings, 3);
  });

  it('stays for a slow reader that takes what lies before the ping, as long as it takes something', () => {
    peer.unread = 100_000;
    connection.ping();
    for (let ping = 0; ping < 5; ping += 1) {
      peer.unread -= 10_000;
      connection.ping();
      peer.bytesWritten += 10_000;
      peer.unread += 10_000;
    }
    assert.deepEqual(peer.closes, []);
    for (let ping = 0; ping < 2; ping += 1) connection.ping();
    assert.deepEqual(peer.closes, ['1013 two pings without an answer']);
  });

  it('is not ended by pings that were held up together while this process stood still', () => {
    const startUs = realTimeClock.nowUs();
    let nowUs = startUs;
    const clock = { nowUs: () => nowUs, schedule: realTimeClock.schedule.bind(realTimeClock) };
    new Connections(clock).add(connection);
    nowUs = startUs + 61 * US_PER_S;
    realTimeClock.advance(61);
    assert.deepEqual([peer.pings, peer.closes], [1, []]);
    peer.emit('pong');
    nowUs = startUs + 80 * US_PER_S;
    realTimeClock.advance(19);
    assert.equal(peer.pings, 2);
  });

  it('ignores what a client says, and closes with 1008 when it says too much', () => {
    for (let second = 0; second < 60; second += 1) {
      for (let count = 0; count < 20; count += 1) peer.emit('message', 'hello');
      realTimeClock.advance(1);
    }
    assert.deepEqual(peer.closes, []);
    for (let count = 0; count < 101; count += 1) peer.emit('ping');
    assert.deepEqual(peer.closes, ['1008 too many messages from the client']);
  });

  it('leaves no timer behind when it is closed', () => {
    peer.unread = 10_000;
    connection.onClose(() => {});
    sendStates(1);
    peer.terminate();
    peer.unread = 0;
    realTimeClock.advance(1);
    assert.deepEqual(peer.messages, []);
  });
});
