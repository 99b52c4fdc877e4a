import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { Gathered } from './gathered.ts';

describe('gathered work', () => {
  it('does together what arrives meanwhile, a hundred at most, and answers each', async () => {
    const rounds: number[] = [];
    const gathered = new Gathered(async (items: readonly number[]) => {
      rounds.push(items.length);
      return items.map((item) => item * 2);
    });
    const results = await Promise.all(Array.from({ length: 150 }, (_, index) => gathered.do(index)));
    assert.deepEqual(
      results,
      Array.from({ length: 150 }, (_, index) => index * 2),
    );
    assert.deepEqual(rounds, [1, 100, 49]);
  });

  it('fails the item that cannot be done, and none beside it', async () => {
    const gathered = new Gathered(async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('bad');
      return items;
    });
    const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => gathered.do(item)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal(await gathered.do('later'), 'later');
  });

  it('asks a database that is away once for all', async () => {
    let asked = 0;
    const gathered = new Gathered(async () => {
      asked += 1;
      throw new StoreFault('STORE_UNWRITABLE', 'away');
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => gathered.do(item)));
    assert.ok(results.every(({ status }) => status === 'rejected'));
    assert.equal(asked, 2);
  });
});
