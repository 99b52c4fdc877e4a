import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextRate, START_BPS, silentRate, startRate, type UplinkRate, type UplinkReading } from './uplink-rate.ts';

const LIMITS = { floorBps: 120_000, ceilingBps: 4_000_000 };
const EVERY_MS = 400;
const FULL = startRate({ targetBps: LIMITS.ceilingBps, capacityBps: undefined }, 0, LIMITS);

/** A link with a rate and a queue in which packets wait, fed with what the target allows. */
class Link {
  rate: UplinkRate;
  longestQueueMs = 0;
  kbps: number;
  #queueMs = 0;
  #nowMs = 0;

  constructor(kbps: number, targetBps = LIMITS.ceilingBps) {
    this.kbps = kbps;
    this.rate = startRate({ targetBps, capacityBps: undefined }, 0, LIMITS);
  }

  run(seconds: number, offeredBps = Number.POSITIVE_INFINITY): number[] {
    const targets: number[] = [];
    for (let ms = 0; ms < seconds * 1000; ms += EVERY_MS) targets.push(this.#step(offeredBps));
    return targets;
  }

  #step(offeredBps: number): number {
    const sentBps = Math.min(this.rate.targetBps, offeredBps);
    const queueMs = Math.max(0, this.#queueMs + (sentBps / (this.kbps * 1000) - 1) * EVERY_MS);
    const carriedBps = queueMs > 0 ? this.kbps * 1000 : sentBps;
    this.#nowMs += EVERY_MS;
    this.#queueMs = queueMs;
    this.longestQueueMs = Math.max(this.longestQueueMs, queueMs);
    this.rate = nextRate(this.rate, { nowMs: this.#nowMs, sentBps, carriedBps, lossShare: 0, queueMs }, LIMITS);
    return this.rate.targetBps;
  }
}

const reading = (change: Partial<UplinkReading>): UplinkReading => ({
  nowMs: EVERY_MS,
  sentBps: 1_000_000,
  carriedBps: 1_000_000,
  lossShare: 0,
  queueMs: 0,
  ...change,
});

describe('the rate for a link', () => {
  it('stays at the most while nothing waits and nothing is lost', () => {
    const link = new Link(10_000);
    assert.ok(link.run(60).every((bps) => bps === LIMITS.ceilingBps));
    assert.equal(link.rate.reason, 'ceiling');
  });

  it('is soon the most on a fast link of which nothing is known, and fills a narrow one for a moment only', () => {
    assert.equal(new Link(10_000, START_BPS).run(5).at(-1), LIMITS.ceilingBps);
    for (const kbps of [500, 1000, 2500]) {
      const link = new Link(kbps, START_BPS);
      const [first, ...targets] = link.run(10);
      assert.ok(first !== undefined && first < 1000 * kbps && Math.max(...targets) > 700 * kbps, `${kbps} kbit/s`);
      assert.ok(link.longestQueueMs < 300, `${kbps} kbit/s: ${link.longestQueueMs} ms`);
    }
  });

  it('grows slowly to the most while a still scene sends little, on a link that was never full', () => {
    const targets = new Link(10_000, START_BPS).run(20, 60_000);
    assert.ok((targets[12] ?? 0) < 2_000_000 && targets.at(-1) === LIMITS.ceilingBps, String(targets));
  });

  it('is not held down by a pause of a busy machine while it begins', () => {
    let rate = startRate({ targetBps: START_BPS, capacityBps: undefined }, 0, LIMITS);
    const step = (at: number, change: Partial<UplinkReading>) => {
      rate = nextRate(rate, reading({ nowMs: at * EVERY_MS, sentBps: rate.targetBps, ...change }), LIMITS);
    };
    step(1, { queueMs: 150, sentBps: START_BPS, carriedBps: START_BPS });
    assert.deepEqual([rate.targetBps, rate.reason], [START_BPS / 2, 'queue']);
    for (let at = 2; at < 12; at += 1) step(at, {});
    assert.ok(rate.targetBps > 1_500_000, String(rate.targetBps));
  });

  it('begins with what the link has carried lately', () => {
    const known = startRate({ targetBps: 700_000, capacityBps: 900_000 }, 0, LIMITS);
    assert.equal(nextRate(known, reading({ sentBps: 700_000 }), LIMITS).targetBps, 740_000);
  });

  it('settles below what a narrow link carries, with room for others and without a standing queue', () => {
    for (const kbps of [300, 1000, 2500]) {
      const link = new Link(kbps);
      link.run(15);
      link.longestQueueMs = 0;
      const targets = link.run(60);
      const mean = targets.reduce((sum, bps) => sum + bps, 0) / targets.length;
      assert.ok(mean > 550 * kbps && mean < 1000 * kbps, `${kbps} kbit/s: ${mean}`);
      assert.ok(link.longestQueueMs < 300, `${kbps} kbit/s: ${link.longestQueueMs} ms`);
    }
  });

  it('comes back to the most when the link is wide again', () => {
    const link = new Link(500);
    link.run(20);
    link.kbps = 10_000;
    const targets = link.run(60);
    assert.equal(targets.at(-1), LIMITS.ceilingBps);
    assert.ok(
      targets.every((bps, at) => bps >= (targets[at - 1] ?? 0)),
      'it does not fall on the way',
    );
  });

  it('never falls below the floor, however bad the link', () => {
    const link = new Link(20);
    assert.ok(link.run(60).every((bps) => bps >= LIMITS.floorBps));
    assert.equal(link.rate.reason, 'floor');
  });

  it('does not grow beyond what a stream that sends little has tried', () => {
    let rate = startRate({ targetBps: 400_000, capacityBps: 2_000_000 }, 0, LIMITS);
    for (let at = 1; at < 200; at += 1)
      rate = nextRate(rate, reading({ nowMs: at * EVERY_MS, sentBps: 300_000 }), LIMITS);
    assert.equal(rate.targetBps, 650_000);
  });

  it('falls with heavy loss and not with the loss of radio', () => {
    const { reason, targetBps } = nextRate(FULL, reading({ lossShare: 0.3 }), LIMITS);
    assert.deepEqual({ reason, targetBps }, { reason: 'loss', targetBps: 800_000 });
    assert.equal(nextRate(FULL, reading({ lossShare: 0.06 }), LIMITS).targetBps, FULL.targetBps);
  });

  it('is halved when the relay falls silent, and comes back with its reports', () => {
    const silent = silentRate(FULL, 2000, LIMITS);
    assert.deepEqual([silent.targetBps, silent.reason], [2_000_000, 'silent']);
    const heard = nextRate(silent, reading({ nowMs: 2400, sentBps: 2_000_000 }), LIMITS);
    assert.equal(heard.isDraining, false);
    assert.ok(nextRate(heard, reading({ nowMs: 2800, sentBps: 2_000_000 }), LIMITS).targetBps > heard.targetBps);
  });
});
