import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { later } from '../words/en/en-later.ts';

const PAGE = new URL('../../../../../docs/operator/keys.md', import.meta.url);

it('the page of keys in the manual has every key of the help', () => {
  const page = readFileSync(PAGE, 'utf8');
  for (const { does, key } of Object.values(later.help.keys))
    assert.ok(page.includes(`| \`${key}\` | ${does} |\n`), key);
});
