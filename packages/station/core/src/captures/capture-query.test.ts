import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_ABOUT } from '../ports/capture-store.ts';
import { type CaptureQuery, capturePage, type ListedCapture, newestFlights } from './capture-query.ts';

const S = 1_000_000;
const capture = (second: number, more: Partial<ListedCapture> = {}): ListedCapture => ({
  id: `at-${second}`,
  kind: 'recording',
  startedUs: second * S,
  about: NO_ABOUT,
  ...more,
});
const startOf = (id: string) => (id.startsWith('at-') ? Number(id.slice(3)) * S : undefined);
const ids = (all: readonly ListedCapture[], query: Partial<CaptureQuery> = {}) =>
  capturePage(all, { limit: 30, ...query }, startOf).captures.map(({ id }) => id);

describe('the list of captures', () => {
  const many = Array.from({ length: 70 }, (_, index) => capture(index + 1));

  it('comes in pages, the newest first, until there are no more', () => {
    const seen: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { captures, nextBefore, total } = capturePage(
        many,
        { limit: 30, ...(before !== undefined && { before }) },
        startOf,
      );
      assert.equal(total, 70);
      seen.push(...captures.map(({ id }) => id));
      before = nextBefore;
    }
    assert.equal(before, undefined);
    assert.deepEqual(seen, many.map(({ id }) => id).reverse());
  });

  it('goes on where it was although that one was removed meanwhile', () => {
    const rest = many.filter(({ id }) => id !== 'at-41');
    assert.equal(ids(rest, { before: 'at-41' })[0], 'at-40');
    assert.deepEqual(ids(rest, { before: 'never heard of' }), []);
  });

  it('is filtered by kind, date, flight and text in name, note or id, in upper or lower case', () => {
    const all = [
      capture(1, { about: { ...NO_ABOUT, name: 'Roof, North' } }),
      capture(2, { kind: 'snapshot', about: { ...NO_ABOUT, note: 'smoke on the ROOF' } }),
      capture(3, { flightUs: 2 * S }),
    ];
    assert.deepEqual(ids(all, { kind: 'snapshot' }), ['at-2']);
    assert.deepEqual(ids(all, { fromUs: 2 * S, toUs: 3 * S }), ['at-2']);
    assert.deepEqual(ids(all, { flightUs: 2 * S }), ['at-3']);
    assert.deepEqual(ids(all, { search: ' roof ' }), ['at-2', 'at-1']);
    assert.deepEqual(ids(all, { search: 'AT-3' }), ['at-3']);
    assert.deepEqual(newestFlights([...all, capture(9, { flightUs: 8 * S }), capture(10, { flightUs: 8 * S })]), [
      8 * S,
      2 * S,
    ]);
  });
});
