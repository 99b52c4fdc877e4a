import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatePart } from './late-part.ts';

describe('a late part of the page', () => {
  it('is fetched once, however many want it', async () => {
    let fetched = 0;
    const late = new LatePart(async () => {
      fetched += 1;
      return 'drawers';
    });
    late.fetchEarly();
    await Promise.all([late.fetch(), late.fetch()]);
    assert.deepEqual([fetched, late.arrived], [1, 'drawers']);
  });

  it('that did not come is asked for again by the next one who wants it', async () => {
    const answers = [Promise.reject(new Error('no station')), Promise.resolve('drawers')];
    const late = new LatePart(() => answers.shift() ?? Promise.reject(new Error('asked once more')));
    await assert.rejects(late.fetch(), /no station/);
    assert.equal(late.arrived, undefined);
    await late.fetch();
    assert.equal(late.arrived, 'drawers');
  });
});
