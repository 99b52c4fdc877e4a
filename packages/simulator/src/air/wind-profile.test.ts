import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meanWindMps } from './wind-profile.ts';

describe('the wind profile', () => {
  it('does not vanish at the ground', () => {
    assert.equal(meanWindMps(8, 0, 1 / 7), meanWindMps(8, 2, 1 / 7));
  });
});
