import assert from 'node:assert/strict';
import { it } from 'node:test';
import { codecsAbsence } from './native-codecs.ts';

it('codecs that are not there are told in one line: for which machine, where they exist, and what to do', () => {
  const fault = new Error('Could not load the binding.\nErrors:\n  at /home/pilot');
  assert.equal(
    codecsAbsence(fault, { platform: 'freebsd', arch: 'arm' }),
    'no codecs for freebsd arm: they exist for Linux with glibc, macOS and Windows, x64 or arm64; there, install @kitestring/video again on this machine, with optional packages (Could not load the binding.)',
  );
});
