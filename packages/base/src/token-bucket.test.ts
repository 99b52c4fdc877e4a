import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenBucket } from './token-bucket.ts';

const S = 1e6;
const takeAll = (bucket: TokenBucket, nowUs: number) => {
  let taken = 0;
  while (bucket.take(nowUs)) taken += 1;
  return taken;
};

describe('TokenBucket', () => {
  it('gives the burst at once and then one per period', () => {
    const bucket = new TokenBucket({ perS: 20, burst: 40 }, 0);
    assert.equal(takeAll(bucket, 0), 40);
    assert.equal(takeAll(bucket, 0.049 * S), 0);
    assert.equal(takeAll(bucket, 0.05 * S), 1);
  });

  it('never holds more than the burst', () => {
    const bucket = new TokenBucket({ perS: 20, burst: 40 }, 0);
    assert.equal(takeAll(bucket, 3600 * S), 40);
  });

  it('gives nothing while it owes: at most for a second', () => {
    const bucket = new TokenBucket({ perS: 20, burst: 40 }, 0);
    bucket.owe(10);
    assert.equal(takeAll(bucket, 0), 30);
    bucket.owe(10);
    assert.equal(takeAll(bucket, 0.5 * S), 0);
    assert.equal(takeAll(bucket, 0.55 * S), 1);
    for (let count = 0; count < 100; count += 1) bucket.owe(20);
    assert.equal(bucket.left, 0);
    assert.equal(takeAll(bucket, 1.55 * S), 0);
    assert.equal(takeAll(bucket, 1.6 * S), 1);
  });

  it('loses no fraction of a token to frequent asking', () => {
    const bucket = new TokenBucket({ perS: 10, burst: 1 }, 0);
    takeAll(bucket, 0);
    let taken = 0;
    for (let ms = 1; ms <= 10_000; ms += 1) if (bucket.take(ms * 1000)) taken += 1;
    assert.ok(taken >= 99 && taken <= 100, `took ${taken} in 10 s at 10/s`);
  });

  it('says how many seconds to wait, never 0 while empty', () => {
    const bucket = new TokenBucket({ perS: 1 / 6, burst: 2 }, 0);
    assert.equal(bucket.waitS(0), 0);
    takeAll(bucket, 0);
    assert.equal(bucket.waitS(0), 6);
    assert.equal(bucket.waitS(5.9 * S), 1);
    assert.equal(bucket.take(bucket.waitS(0) * S), true);
  });
});
