import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LinkQuality } from './link-quality.ts';

it('the quality of a link is that of the last 10 s, and unknown while few packets come', () => {
  const quality = new LinkQuality();
  quality.take({ atUs: 0, received: 1, lost: 0 });
  quality.take({ atUs: 1e6, received: 11, lost: 4 });
  assert.equal(quality.lostShare, undefined);
  quality.take({ atUs: 2e6, received: 31, lost: 10 });
  assert.equal(quality.lostShare, 0.25);
  for (let second = 3; second <= 13; second += 1)
    quality.take({ atUs: second * 1e6, received: 31 + 40 * (second - 2), lost: 10 });
  assert.equal(quality.lostShare, 0);
  quality.take({ atUs: 14e6, received: 3, lost: 0 });
  assert.equal(quality.lostShare, undefined);
});
