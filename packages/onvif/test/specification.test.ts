import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';
import { casesPage, SPECIFICATIONS } from './specification/cases-page.ts';

const PAGE = join(import.meta.dirname, '../../../docs/reference/onvif-cases.md');

for (const [title, cases] of Object.entries(SPECIFICATIONS)) {
  describe(`cases of the ${title} Device Test Specification`, () => {
    for (const [id, one] of Object.entries(cases)) {
      if (typeof one !== 'function') continue;
      it(id, async (t) => {
        await using camera = await CaseCamera.start();
        await one(camera, t);
      });
    }
  });
}

describe('the page of the cases', () => {
  it('says what the tests show', () => {
    if (process.env.WRITE_PAGE === '1') writeFileSync(PAGE, casesPage());
    assert.equal(readFileSync(PAGE, 'utf8'), casesPage(), 'run this test with WRITE_PAGE=1');
  });
});
