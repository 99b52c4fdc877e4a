import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_LIMITS } from '../server-settings.ts';
import { SessionLimits } from './session-limits.ts';

describe('SessionLimits', () => {
  it('gives each session a share of its own, for reads and for commands', () => {
    const limits = new SessionLimits(DEFAULT_LIMITS);
    while (limits.bucket('a', 'commands', 0).take(0));
    assert.equal(limits.bucket('a', 'commands', 0).left(0), 0);
    assert.equal(limits.bucket('a', 'reads', 0).left(0), 200);
    assert.equal(limits.bucket('b', 'commands', 0).left(0), 40);
  });

  it('forgets the share of a session that has ended', () => {
    const limits = new SessionLimits(DEFAULT_LIMITS);
    limits.bucket('a', 'reads', 0);
    limits.forget('a');
    assert.equal(limits.size, 0);
  });

  it('tells what holds and what is left as structured fields', () => {
    const limits = new SessionLimits(DEFAULT_LIMITS);
    const { reads } = limits.limits;
    const bucket = limits.bucket('a', 'reads', 0);
    assert.equal(reads.policyHeader, '"reads";q=200;w=2');
    assert.equal(reads.header(bucket, 0), '"reads";r=200;t=0');
    for (let count = 0; count < 101; count += 1) bucket.take(0);
    assert.equal(reads.header(bucket, 0), '"reads";r=99;t=2');
  });
});
