import assert from 'node:assert/strict';
import { it } from 'node:test';
import { performancePage, savedFigures, withFigures } from '../bench/figures.ts';

it('docs/reference/performance.md has the figures of the last saved run', () => {
  const page = performancePage();
  assert.ok(
    page === withFigures(page, savedFigures()),
    'the table is not that of bench/figures.json: edit neither by hand, run npm run bench -- NAME --save',
  );
});
