import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { History } from './history.ts';

describe('the last minutes of some values', () => {
  it('come back in order, with their age', () => {
    const history = new History(['altitude', 'wind'], 10);
    history.push(100, { altitude: 1, wind: undefined });
    history.push(101, { altitude: 2, wind: 5 });
    assert.deepEqual(history.columns(['altitude', 'wind'], 0, 101), [
      [-1, 0],
      [1, 2],
      [null, 5],
    ]);
  });

  it('forget the oldest when there is no room, and leave out what is too old', () => {
    const history = new History(['altitude'], 3);
    for (let timeS = 0; timeS < 5; timeS += 1) history.push(timeS, { altitude: timeS * 10 });
    assert.deepEqual(history.columns(['altitude'], 0, 4), [
      [-2, -1, 0],
      [20, 30, 40],
    ]);
    assert.deepEqual(history.columns(['altitude'], 3.5, 4), [[0], [40]]);
    assert.equal(history.count, 5);
  });

  it('know whether a value was ever there', () => {
    const history = new History(['altitude', 'wind'], 3);
    assert.equal(history.has('altitude'), false);
    history.push(0, { altitude: 0, wind: undefined });
    assert.equal(history.has('altitude'), true);
    assert.equal(history.has('wind'), false);
  });
});
