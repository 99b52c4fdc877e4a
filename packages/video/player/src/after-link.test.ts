import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterLink } from './after-link.ts';

const after = (status: number, hasNewToken = false) => {
  const next = afterLink({ kind: 'refused', status }, false, hasNewToken);
  return 'reason' in next ? `${next.kind}: ${next.reason}` : next.kind;
};

describe('what follows a connection', () => {
  for (const [status, expected] of [
    [401, 'new-token'],
    [403, 'end: not-permitted'],
    [404, 'wait: no-such-stream'],
    [409, 'wait: no-pictures'],
    [400, 'other-path: refused'],
    [429, 'other-path: refused'],
    [502, 'other-path: no-pictures'],
    [503, 'other-path: unreachable'],
  ] as const) {
    it(`that was refused with ${status} is "${expected}"`, () => {
      assert.equal(after(status), expected);
    });
  }

  it('whose new token was refused too is the end', () => {
    assert.equal(after(401, true), 'end: not-permitted');
  });

  it('that never showed a picture is another path; one that did is tried again', () => {
    assert.deepEqual(afterLink({ kind: 'failed' }, false, false), { kind: 'other-path', reason: 'interrupted' });
    assert.deepEqual(afterLink({ kind: 'closed' }, true, false), { kind: 'wait', reason: 'interrupted' });
    assert.deepEqual(afterLink({ kind: 'undecodable' }, false, false), { kind: 'wait', reason: 'undecodable' });
    assert.deepEqual(afterLink({ kind: 'unreachable' }, false, false), { kind: 'wait', reason: 'unreachable' });
  });
});
