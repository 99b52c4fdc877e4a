import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { MUTANTS } from '../mutation/mutants.ts';

const SOURCE = join(import.meta.dirname, '../src');

describe('the mutants of the simulator', () => {
  it('are at least 40, each of a text that stands once in its file', () => {
    assert.ok(MUTANTS.length >= 40, `${MUTANTS.length}`);
    for (const { file, from, to, is } of MUTANTS) {
      const found = readFileSync(join(SOURCE, file), 'utf8').split(from).length - 1;
      assert.equal(found, 1, `${file}: ${is}`);
      assert.notEqual(from, to, is);
    }
  });
});
