import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { endedPage } from './ended-page.ts';

it('notifications that ended come in pages, each once, to the first one kept, though some end meanwhile', () => {
  const { notifications: store } = new MemoryStore();
  // Three ends at the same moment: a page may end between them.
  for (let code = 1; code <= 25; code += 1)
    store.put({ code, beginUs: code, endUs: 100 + code - (code % 3), parameters: {} });
  store.put({ code: 99, beginUs: 1, parameters: {} });
  const seen: number[] = [];
  let before: string | undefined;
  do {
    const page = endedPage(store, { limit: 7, before });
    assert.ok(page.notifications.length > 0 && page.notifications.length <= 7);
    seen.push(...page.notifications.map(({ code }) => code));
    before = page.next_before;
    store.put({ code: 1000 + seen.length, beginUs: 0, endUs: 1000 + seen.length, parameters: {} });
  } while (before !== undefined);
  const ends = seen.map((code) => 100 + code - (code % 3));
  assert.deepEqual(
    ends,
    ends.toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  assert.deepEqual(endedPage(store, { fromUs: 2000 }), { notifications: [] });
  assert.deepEqual(endedPage(store, { before: '0_0_0' }), { notifications: [] });
});
