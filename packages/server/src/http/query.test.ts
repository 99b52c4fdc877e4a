import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuery } from './query.ts';

describe('parseQuery', () => {
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ['', {}],
    ['a=1&b=two', { a: '1', b: 'two' }],
    ['t=09:30:00+00:00', { t: '09:30:00+00:00' }],
    ['t=09%3A30%2B00', { t: '09:30+00' }],
    ['a=1=2', { a: '1=2' }],
    ['a&b=', { a: '', b: '' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=%zz&%zz=1', { a: '%zz', '%zz': '1' }],
    ['&&', {}],
    ['__proto__=1', { ['__proto__']: '1' }],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, () =>
      assert.deepEqual(Object.entries(parseQuery(text)), Object.entries(expected)));
  }
});
