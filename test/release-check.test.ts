import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ReleaseState, releaseFindings } from '../scripts/release/release-findings.ts';

const READY: ReleaseState = {
  version: '0.2.0',
  versions: new Map([['packages/cli', '0.2.0']]),
  changelog: '# Changelog\n\n## 0.2.0 - 2026-12-01\n',
  changes: [],
  uncommitted: '',
  tagType: 'tag',
  isTagVerified: true,
  hasSigningKey: true,
};
const todos = (state: Partial<ReleaseState>): string[] =>
  releaseFindings({ ...READY, ...state }).flatMap(({ todo }) => todo ?? []);

describe('the check of a release', () => {
  it('has nothing to say about one that is ready', () => {
    assert.deepEqual(todos({}), []);
  });

  it('says for each open step what to do', () => {
    for (const [state, expected] of [
      [{ versions: new Map([['packages/cli', '0.1.0']]) }, 'raise it in packages/cli'],
      [{ changes: ['a.md'] }, '0.2.0 is released: raise the version, then npm run changelog -- VERSION'],
      [{ changelog: '## 0.1.0' }, 'npm run changelog -- 0.2.0'],
      [{ uncommitted: ' M README.md' }, 'npm run docs, then git commit'],
      [{ hasSigningKey: false }, 'git config user.signingkey KEY'],
      [{ tagType: 'commit' }, 'git tag -s v0.2.0 -m "Kitestring 0.2.0"'],
      [{ isTagVerified: false }, 'git verify-tag v0.2.0 says why'],
    ] as const)
      assert.deepEqual(todos(state), [expected]);
    assert.equal(
      todos({ version: 'next', versions: new Map(), changelog: '## next' })[0],
      'it is next: mend package.json',
    );
  });
});
