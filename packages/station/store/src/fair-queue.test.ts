import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  it('takes networks in turn and their addresses in turn, each in its order', () => {
    const queue = new FairQueue(100);
    const started: string[] = [];
    for (const address of ['203.0.1.1', '203.0.1.1', '203.0.1.2', '203.0.1.3', '192.0.2.1', '2001:db8::/64']) {
      queue.push(address, { start: () => started.push(address), drop: assert.fail });
    }
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) next.start();
    const order = ['203.0.1.1', '192.0.2.1', '2001:db8::/64', '203.0.1.2', '203.0.1.3', '203.0.1.1'];
    assert.deepEqual(started, order);
  });

  it('drops the newest of the network that has most when it is full, and lets all others in', () => {
    const queue = new FairQueue(64);
    const dropped: string[] = [];
    const push = (address: string) => queue.push(address, { start: () => {}, drop: () => dropped.push(address) });
    for (let index = 0; index < 100; index += 1) push(`203.0.${index}.1`);
    assert.equal(dropped.length, 36);
    push('192.0.2.1');
    assert.equal(dropped.length, 37);
    assert.ok(dropped.every((address) => address.startsWith('203.0.')));
  });
});
