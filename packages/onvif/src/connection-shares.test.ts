import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { ConnectionShares } from './connection-shares.ts';

/** A connection that tells whether it was closed. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  isClosed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isClosed = true;
    this.emit('close');
  }
}

function admitted(shares: ConnectionShares, address: string, count = 1): readonly FakeSocket[] {
  const sockets = Array.from({ length: count }, () => new FakeSocket(address));
  for (const socket of sockets) assert.equal(shares.admit(socket), true);
  return sockets;
}

/** All connections, by four addresses. */
const full = (shares: ConnectionShares) =>
  ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'].map((address) => admitted(shares, address, 64));

const closed = (sockets: readonly FakeSocket[]) => sockets.flatMap(({ isClosed }, index) => (isClosed ? [index] : []));

describe('connections of the port, when all are taken', () => {
  it('are shared evenly among addresses: the oldest of the one with the most makes room', () => {
    const shares = new ConnectionShares();
    const holders = full(shares);
    for (let count = 0; count < 50; count += 1) admitted(shares, '10.0.0.5');
    assert.equal(shares.admit(new FakeSocket('10.0.0.1')), true);
    assert.deepEqual(
      holders.map((sockets) => closed(sockets).length),
      [13, 13, 13, 12],
    );
    assert.deepEqual(closed(holders[3] ?? []), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert.equal(shares.count, 256);
    assert.equal(shares.admit(new FakeSocket('10.0.0.4')), false);
  });

  it('are left to those who have signed in, however many addresses have one each', () => {
    const shares = new ConnectionShares();
    const [own] = admitted(shares, '10.0.0.1');
    assert.ok(own);
    shares.signIn(own);
    for (let host = 0; host < 2000; host += 1) admitted(shares, `10.1.${host >> 8}.${host & 255}`);
    assert.equal(own.isClosed, false);
    const more = admitted(shares, '10.0.0.1');
    assert.equal(shares.admit(new FakeSocket('10.0.0.1')), false);
    shares.signIn(more[0] ?? own);
    assert.equal(shares.admit(new FakeSocket('10.0.0.1')), true);
  });

  it('are kept for newcomers in part: who has signed in loses an idle one of the most, not one with a request', () => {
    const shares = new ConnectionShares();
    const [first = [], ...others] = full(shares);
    for (const socket of [first, ...others].flat()) shares.signIn(socket);
    const answered = first.slice(0, 3).map((socket) => shares.beginRequest(socket));
    admitted(shares, '10.0.0.5', 2);
    assert.deepEqual(closed(first), [3]);
    assert.deepEqual(closed(others[0] ?? []), [0]);
    answered[1]?.();
    for (const socket of others.flat()) socket.destroy();
    admitted(shares, '10.0.0.6', 64);
    admitted(shares, '10.0.0.7', 64);
    admitted(shares, '10.0.0.8', 63);
    assert.equal(shares.count, 256);
    // Those that have not signed in are enough to take from.
    admitted(shares, '10.0.0.9');
    assert.deepEqual(closed(first), [3]);
  });

  it('go to a newcomer even if all of the others are busy', () => {
    const shares = new ConnectionShares();
    const holders = full(shares).flat();
    for (const socket of holders) {
      shares.signIn(socket);
      shares.beginRequest(socket);
    }
    admitted(shares, '10.0.0.5');
    assert.deepEqual(closed(holders), [0]);
  });
});
