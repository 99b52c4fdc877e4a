import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from './turns.ts';

describe('turns', () => {
  it('are taken by a few at a time, first by those that have failed least often', async () => {
    const turns = new Turns(2);
    const took: string[] = [];
    const take = async (name: string, failures: number) => {
      const giveBack = await turns.take(failures);
      took.push(name);
      return giveBack;
    };
    const [one, two, failed, three, four] = [take('1', 0), take('2', 3), take('failed', 1), take('3', 0), take('4', 0)];
    (await two)();
    await three;
    assert.deepEqual(took, ['1', '2', '3']);
    (await one)();
    (await four)();
    (await failed)();
    (await three)();
    await Promise.all([take('5', 0), take('6', 0)]);
    assert.deepEqual(took, ['1', '2', '3', '4', 'failed', '5', '6']);
  });
});
