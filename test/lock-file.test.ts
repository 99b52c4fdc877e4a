import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { manifestsOf } from '../scripts/packages.mjs';

const root = join(import.meta.dirname, '..');
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'engines'];

it('The lock file has every package with its dependencies: npm ci refuses another one (npm install --package-lock-only)', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needsOf = (manifest: Record<string, unknown> = {}) => KINDS.map((kind) => manifest[kind]);
  for (const { folder, ...manifest } of manifestsOf(root)) {
    assert.deepEqual(needsOf(packages[folder]), needsOf(manifest), folder);
  }
});
