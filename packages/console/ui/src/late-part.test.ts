import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatePart, lateFault } from './late-part.ts';

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

  it('that did not come is told from one whose script fails', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: http://127.0.0.1:3128/assets/layout-x.js',
      'error loading dynamically imported module: http://127.0.0.1:3128/assets/layout-x.js',
      'Importing a module script failed.',
    ]) {
      assert.equal(lateFault(new TypeError(message)), 'missing');
    }
    for (const error of [new RangeError('Incorrect locale information provided'), new TypeError('x is undefined'), 'x'])
      assert.equal(lateFault(error), 'broken');
  });
});
