import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { ConnectionGate } from './connection-gate.ts';

const socketFrom = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress, destroy: () => undefined });

it('an IPv6 host, whatever address of its /64 it uses, has the connections of one address', () => {
  const gate = new ConnectionGate({ connections: 10, connectionsPerAddress: 2 });
  const first = socketFrom('2001:db8::1');
  const admitted = [first, ...['2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map(socketFrom)].map((socket) =>
    gate.admit(socket),
  );
  assert.deepEqual(admitted, [true, true, false, true]);
  first.emit('close');
  assert.equal(gate.admit(socketFrom('2001:db8::4')), true);
});
