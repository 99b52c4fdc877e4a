import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ConnectionGate } from './connection-gate.ts';
import { RefusedLogins } from './refused-logins.ts';

/** The part of a socket that the gate needs. */
function socketFrom(remoteAddress: string): Socket {
  const socket = new EventEmitter() as Socket;
  return Object.assign(socket, { remoteAddress, destroy: () => socket });
}

describe('an IPv6 host over RTSP, whatever address of its /64 it uses,', () => {
  it('has the connections of one address', () => {
    const gate = new ConnectionGate({ connections: 10, connectionsPerAddress: 2 });
    const first = socketFrom('2001:db8::1');
    const admitted = [first, ...['2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map(socketFrom)].map((socket) =>
      gate.admit(socket),
    );
    assert.deepEqual(admitted, [true, true, false, true]);
    first.emit('close');
    assert.equal(gate.admit(socketFrom('2001:db8::4')), true);
  });

  it('has the refusals of one address', () => {
    const clock = new VirtualClock();
    const refused = new RefusedLogins(clock, 3);
    for (const end of [1, 2, 3]) refused.add(`2001:db8::${end}`);
    assert.deepEqual([refused.waitS('2001:db8::9'), refused.waitS('2001:db8:0:1::1')], [60, 0]);
    clock.advance(60);
    assert.equal(refused.waitS('2001:db8::9'), 0);
  });
});
