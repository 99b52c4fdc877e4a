import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateMeter } from './rate-meter.ts';

describe('rates of messages', () => {
  it('are measured for each message of each sender', () => {
    const meter = new RateMeter();
    for (let index = 0; index < 100; index += 1) meter.take(1, 1, 30, index * 100_000);
    for (let index = 0; index < 20; index += 1) meter.take(1, 154, 285, index * 500_000);
    assert.deepEqual(
      meter.all(10_000_000).map(({ rateHz, ...kind }) => ({ ...kind, rateHz: Math.round(rateHz ?? Number.NaN) })),
      [
        { system: 1, component: 1, id: 30, total: 100, rateHz: 10 },
        { system: 1, component: 154, id: 285, total: 20, rateHz: 2 },
      ],
    );
  });

  it('are unknown at first, and 0 after a message has stopped', () => {
    const meter = new RateMeter();
    meter.take(1, 1, 30, 0);
    assert.equal(meter.rateHz(1, 1, 30, 1_000_000), undefined);
    assert.equal(meter.rateHz(1, 1, 30, 5_000_000), 0.2);
    assert.equal(meter.rateHz(1, 1, 30, 20_000_000), 0);
    assert.equal(meter.rateHz(1, 1, 31, 20_000_000), 0);
  });

  it('are measured of a bounded number of kinds', () => {
    const meter = new RateMeter();
    for (let id = 0; id < 5000; id += 1) meter.take(1, 1, id, 0);
    assert.equal(meter.all(0).length, 1024);
  });
});
