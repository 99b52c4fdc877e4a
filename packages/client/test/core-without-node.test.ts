import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const source = join(import.meta.dirname, '../src');
const NODE = ['node.ts', 'node-index.ts'];

describe('the client runs in browsers', () => {
  for (const file of readdirSync(source).filter((name) => !NODE.includes(name))) {
    it(`${file} imports nothing of Node, and node.ts not at all`, () => {
      const imports = [...readFileSync(join(source, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from);
      const wrong = imports.filter((from) => /^node:|^ws$|\/node\.ts$/.test(from ?? ''));
      assert.deepEqual(wrong, []);
    });
  }
});
