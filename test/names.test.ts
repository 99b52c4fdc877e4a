import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const [{ includes }] = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).overrides as [{ includes: string[] }];

const assertionsIn = (text: string): string[] => text.match(/^(?! *(?:\/\/|\*|\/\*)).*[\w)]!(?=[.,;)\]]).*$/gm) ?? [];

describe('folders that calculate on typed arrays', () => {
  it('assert with `!` only that an index is within its array', () => {
    const files = globSync(
      includes.map((folder) => `${folder}/*.ts`),
      { cwd: root },
    );
    assert.ok(files.length > 300);
    const wrong = files.flatMap((file) =>
      assertionsIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(wrong, []);
    assert.deepEqual(assertionsIn('  take(known.get(key)!);\n  sum += values[at]!;\n'), ['  take(known.get(key)!);']);
  });
});
