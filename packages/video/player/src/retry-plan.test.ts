import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RetryPlan } from './retry-plan.ts';

const MIDDLE = 0.5;

describe('the plan of retries', () => {
  it('waits longer after each stall of a minute, although each connection had played well, at most five seconds', () => {
    const plan = new RetryPlan();
    const waits: number[] = [];
    for (let nowMs = 0; nowMs < 60_000; nowMs += 8000) {
      plan.played(7000);
      plan.stalled(nowMs);
      waits.push(plan.failed(nowMs, MIDDLE));
    }
    assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
  });

  it('is quick again after a minute without a stall', () => {
    const plan = new RetryPlan();
    for (const nowMs of [0, 10_000, 20_000]) {
      plan.stalled(nowMs);
      plan.failed(nowMs, MIDDLE);
    }
    plan.played(60_000);
    plan.stalled(81_000);
    assert.equal(plan.failed(81_000, MIDDLE), 250);
  });

  it('waits as long as a page with many pictures asks for', () => {
    const plan = new RetryPlan({ firstMs: 1000, mostMs: 6000 });
    const waits = [1, 2, 3, 4, 5].map((second) => plan.failed(second * 1000, MIDDLE));
    assert.deepEqual(waits, [1000, 2000, 4000, 6000, 6000]);
  });

  it('gives a path up at the second stall within a minute, and not at two that are further apart', () => {
    const plan = new RetryPlan();
    assert.deepEqual(
      [0, 61_000, 100_000].map((nowMs) => plan.stalled(nowMs)),
      [false, false, true],
    );
  });

  it('waits as long as a refusal asks for, at most a minute, and never shorter than by itself', () => {
    const plan = new RetryPlan();
    assert.deepEqual(
      [30_000, 3_600_000, 1].map((askedMs) => plan.failed(0, MIDDLE, askedMs)),
      [30_000, 60_000, 1000],
    );
  });

  it('counts failures in a row, until one has played for five seconds or the page was away', () => {
    const plan = new RetryPlan();
    assert.deepEqual(
      [1, 2, 3].map((second) => plan.failed(second * 1000, MIDDLE)),
      [250, 500, 1000],
    );
    plan.played(4000);
    assert.equal(plan.failed(9000, MIDDLE), 2000);
    plan.played(5001);
    assert.equal(plan.failed(15_000, MIDDLE), 250);
    plan.stalled(16_000);
    plan.reset();
    assert.equal(plan.stalled(17_000), false);
  });
});
