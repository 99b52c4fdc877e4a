import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandFault } from './context.ts';
import { withMissingPackage } from './missing-package.ts';

const notFound = (text: string) => Object.assign(new Error(text), { code: 'ERR_MODULE_NOT_FOUND' });

describe('a missing package', () => {
  it('is told with the line that installs it', () => {
    const told = withMissingPackage(notFound("Cannot find package '@kitestring/hub' imported from /x/dist/hub.mjs"));
    assert.ok(told instanceof CommandFault);
    assert.equal(
      told.message,
      'this needs the package @kitestring/hub, which is not installed: npm install @kitestring/hub@0.1.0',
    );
  });

  it('that is not optional is a bug, and so is a missing file', () => {
    for (const text of ["Cannot find package 'ws' imported from /x", "Cannot find module '/x/dist/a.mjs'"]) {
      const error = notFound(text);
      assert.equal(withMissingPackage(error), error);
    }
    assert.equal(withMissingPackage('thrown'), 'thrown');
  });
});
