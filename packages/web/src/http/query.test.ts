import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { parseQuery, queryNumbers } from './query.ts';

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

describe('queryNumbers', () => {
  const read = queryNumbers(Type.Object({ points: Type.Optional(Type.Integer()), name: Type.Optional(Type.String()) }));

  it('makes numbers of what the schema wants as numbers, and of nothing else', () => {
    assert.deepEqual(read(parseQuery('points=20&name=20&other=20')), { points: 20, name: '20', other: '20' });
    assert.deepEqual(read(parseQuery('points=-1.5e2')), { points: -150 });
  });

  it('leaves what JSON would not call a number as it is', () => {
    for (const text of ['', 'x', '0x10', '1,5', ' 1', '01', 'Infinity', '1_000', '.5']) {
      assert.deepEqual(read({ points: text }), { points: text });
    }
    assert.deepEqual(read(parseQuery('points=1&points=2')), { points: ['1', '2'] });
  });
});
