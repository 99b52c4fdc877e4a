import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { CHANGELOG, changeFiles, changesOf, parseChanges, withRelease } from '../scripts/changes/changes.ts';

const changelog = readFileSync(CHANGELOG, 'utf8');

describe('changes', () => {
  for (const file of changeFiles()) {
    it(`of changes/${basename(file)} are lines of a group, in at most 30 words`, () => {
      assert.ok(changesOf(file).length > 0);
    });
  }

  it('are gathered by group before the last release', () => {
    const before = '# Changelog\n\nText.\n\n## 0.1.0, 2026-11-28\n\n### Fleet\n\n- A hub.\n';
    const changes = [
      ...parseChanges('fleet: More hubs.\noperators: A map.\n', 'map.md'),
      ...parseChanges('operators: A bell.\n', 'bell.md'),
    ];
    assert.equal(
      withRelease(before, '0.2.0', '2027-01-01', changes),
      '# Changelog\n\nText.\n\n## 0.2.0, 2027-01-01\n\n### Operators\n\n- A map.\n- A bell.\n\n### Fleet\n\n- More hubs.\n\n## 0.1.0, 2026-11-28\n\n### Fleet\n\n- A hub.\n',
    );
    assert.throws(() => withRelease(before, '0.1.0', '2027-01-01', changes), /has a section of 0\.1\.0/);
    assert.throws(() => withRelease(before, '0.2.0', '2027-01-01', []), /no changes/);
  });

  it('refuse a line without a group, and a long one', () => {
    assert.throws(() => parseChanges('A map.', 'map.md'), /begin each line with one of integrators, /);
    assert.throws(() => parseChanges(`fleet: ${'word '.repeat(31)}`, 'map.md'), /31 words, at most 30/);
  });

  it('since the last release stand in files, not in the changelog', () => {
    assert.ok(
      changelog.includes(`\n## ${packageJson.version}, `),
      `CHANGELOG.md has no section of ${packageJson.version}`,
    );
    assert.doesNotMatch(changelog, /^## Unreleased/m, 'put a change into a file: changes/README.md');
  });

  it('of a release take at most 80 lines', () => {
    const [, ...releases] = changelog.split(/^## /m);
    for (const release of releases) {
      const { length } = release.trim().split('\n');
      assert.ok(length <= 80, `${length} lines of ${release.slice(0, 20)}`);
    }
  });
});
