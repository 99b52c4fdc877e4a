import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SecretsBusyFault } from '@kitestring/base/secrets-busy-fault.ts';
import { HashLanes } from './password-hash.ts';

describe('the lanes of slow hashes', () => {
  it('have a place for somebody known while one stranger is under way, and as many wait as may', async () => {
    const lanes = new HashLanes();
    const first = Promise.withResolvers<void>();
    const done: string[] = [];
    const strangers = Array.from({ length: 65 }, () =>
      lanes.run('stranger 203.0.113.1', async () => {
        await first.promise;
        done.push('stranger');
      }),
    );
    await assert.rejects(
      lanes.run('stranger 203.0.113.1', async () => {}),
      SecretsBusyFault,
    );
    for (const name of ['one', 'other']) await lanes.run('known', async () => void done.push(name));
    assert.deepEqual(done, ['one', 'other']);
    first.resolve();
    await Promise.all(strangers);
    assert.equal(done.length, 67);
  });

  it('let a stranger of another network through while one network fills the queue', async () => {
    const lanes = new HashLanes();
    const first = Promise.withResolvers<void>();
    const done: string[] = [];
    const flood = Array.from({ length: 200 }, (_, index) =>
      lanes.run(`stranger 203.0.${index}.1`, async () => {
        await first.promise;
        done.push('flood');
      }),
    );
    const operator = lanes.run('stranger 192.0.2.1', async () => void done.push('operator'));
    first.resolve();
    await operator;
    assert.ok(done.length <= 3, `${done.length} before the operator`);
    const results = await Promise.allSettled(flood);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    assert.ok(refused.length > 0 && refused.every((reason) => reason instanceof SecretsBusyFault));
  });

  it('run two of somebody known at a time, and the next when one of them has ended, also by a fault', async () => {
    const lanes = new HashLanes();
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const begun: number[] = [];
    const runs = [held[0].promise, held[1].promise, Promise.resolve()].map((end, index) =>
      lanes.run('known', () => {
        begun.push(index);
        return end;
      }),
    );
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1]);
    held[1].reject(new Error('of the hash'));
    await assert.rejects(runs[1] as Promise<void>, /of the hash/);
    await runs[2];
    held[0].resolve();
    await runs[0];
  });
});
