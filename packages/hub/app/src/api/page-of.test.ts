import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageOf } from './page-of.ts';

it('goes on behind the last station of the page before, which need not fit any more, and says how many fit', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((sid) => ({ sid }));
  const gone = new Set(['d']);
  const read = (after?: string) => {
    const { next_after, page, total } = pageOf(rows, ({ sid }) => !gone.has(sid), after, 2);
    return [page.map(({ sid }) => sid).join(''), total, next_after];
  };
  assert.deepEqual(read(), ['ab', 4, 'b']);
  gone.add('b');
  assert.deepEqual(read('b'), ['ce', 3, undefined]);
  assert.deepEqual(read('e'), ['', 3, undefined]);
});
