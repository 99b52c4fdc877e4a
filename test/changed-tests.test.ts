import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reachedTests } from '../scripts/tests/chosen-files.mjs';

const FILES = [
  'packages/station/contract/src/time.test.ts',
  'packages/station/api/src/router.test.ts',
  'packages/station/api/test/api.test.ts',
  'packages/cli/test/serve.test.ts',
  'packages/station/app/test/scenarios/shipped-scenarios.test.ts',
  'test/words.test.ts',
];
const DEPENDENCIES = new Map([
  ['packages/station/contract', []],
  ['packages/station/api', ['packages/station/contract']],
  ['packages/cli', ['packages/station/api']],
  ['packages/station/app', []],
]);
const reached = (...changed: string[]) => [...reachedTests(changed, FILES, DEPENDENCIES)].sort();

describe('npm test -- --changed', () => {
  it('runs a changed test file alone', () => {
    assert.deepEqual(reached('packages/station/api/src/router.test.ts'), ['packages/station/api/src/router.test.ts']);
  });

  it('runs the tests of a changed package, and of all that depend on it', () => {
    assert.deepEqual(reached('packages/station/api/src/router.ts'), [
      'packages/cli/test/serve.test.ts',
      'packages/station/api/src/router.test.ts',
      'packages/station/api/test/api.test.ts',
      'test/words.test.ts',
    ]);
    assert.equal(reached('packages/station/contract/src/time.ts').length, FILES.length - 1);
  });

  it('runs the tests of a package for a fixture of its own', () => {
    assert.deepEqual(reached('packages/cli/test/fixtures/flight.json'), [
      'packages/cli/test/serve.test.ts',
      'test/words.test.ts',
    ]);
  });

  it('runs the tests that judge the whole for a page of the docs, and those of scenarios for a scenario', () => {
    assert.deepEqual(reached('docs/integrator/video.md'), ['test/words.test.ts']);
    assert.deepEqual(reached('scenarios/storm.yaml'), [
      'packages/station/app/test/scenarios/shipped-scenarios.test.ts',
      'test/words.test.ts',
    ]);
  });

  it('runs everything for a dependency, and nothing where nothing has changed', () => {
    assert.equal(reached('package-lock.json').length, FILES.length);
    assert.deepEqual(reached(), []);
  });
});
