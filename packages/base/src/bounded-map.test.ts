import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

describe('BoundedMap', () => {
  it('makes an entry once', () => {
    const map = new BoundedMap<string, object>(2);
    const first = map.getOrMake('a', () => ({}));
    assert.equal(
      map.getOrMake('a', () => ({})),
      first,
    );
  });

  it('forgets the entry that was used least recently', () => {
    const map = new BoundedMap<string, number>(2);
    map.getOrMake('a', () => 1);
    map.getOrMake('b', () => 1);
    map.getOrMake('a', () => 2);
    map.getOrMake('c', () => 1);
    assert.equal(
      map.getOrMake('a', () => 3),
      1,
    );
    assert.equal(
      map.getOrMake('b', () => 3),
      3,
    );
  });

  it('stays within its limit whatever comes', () => {
    const map = new BoundedMap<number, number>(100);
    for (let key = 0; key < 10_000; key += 1) map.getOrMake(key, () => key);
    assert.equal(map.size, 100);
  });
});
