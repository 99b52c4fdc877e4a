import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FIELD_NAMES } from '../condition/field.ts';
import { LANGUAGE_REFERENCE_FILE, languageReference } from './language-reference.ts';

describe('the reference of scenario files', () => {
  it('is fresh (else run npm run docs)', () => {
    assert.ok(readFileSync(LANGUAGE_REFERENCE_FILE, 'utf8') === languageReference(), 'it is not what the forms say');
  });

  it('has every field, and leads to every fault', () => {
    for (const name of FIELD_NAMES) assert.ok(languageReference().includes(`| \`${name}\` |`), name);
    assert.ok(languageReference().includes('[faults](faults.md)'));
  });

  it('keeps every row of a table in one line with its number of columns', () => {
    for (const block of languageReference()
      .split('\n\n')
      .filter((text) => text.startsWith('|'))) {
      const columns = block
        .trim()
        .split('\n')
        .map((line) => line.split(/(?<!\\)\|/).length);
      assert.equal(new Set(columns).size, 1, block.slice(0, 80));
    }
  });
});
