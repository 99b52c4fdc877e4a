import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArrivalLog } from './arrival-log.ts';

/** A clock that differs from that of the sender. */
const RELAY_AHEAD_MS = 5_000_000;

/** Packets of 1,000 bytes each 10 ms, with their time on the way; undefined for lost ones. */
function reading(log: ArrivalLog, first: number, ways: readonly (number | undefined)[]) {
  const begin = first * 10;
  for (const [at] of ways.entries()) log.sent((first + at) & 0xffff, 1000, begin + at * 10);
  const arrivals = ways.map((wayMs, at) => ({
    sequence: (first + at) & 0xffff,
    atMs: wayMs === undefined ? undefined : RELAY_AHEAD_MS + begin + at * 10 + wayMs,
  }));
  return log.reported(arrivals, begin + ways.length * 10);
}

describe('reports of arrivals', () => {
  it('give rates, loss and the queue, whatever the clock of the relay says', () => {
    const log = new ArrivalLog();
    const good = reading(log, 65_500, new Array(50).fill(20));
    assert.deepEqual([good?.lossShare, good?.queueMs], [0, 0]);
    assert.ok(Math.abs((good?.sentBps ?? 0) - 800_000) < 20_000, `${good?.sentBps}`);
    const bad = reading(log, 65_550, [undefined, ...new Array(49).fill(120)]);
    assert.equal(bad?.lossShare, 0.02);
    assert.equal(bad?.queueMs, 100);
  });

  it('count a burst that one packet passes as no queue', () => {
    const log = new ArrivalLog();
    reading(log, 0, new Array(50).fill(20));
    const ways = Array.from({ length: 50 }, (_, at) => (at === 0 ? 20 : 200));
    assert.equal(reading(log, 50, ways)?.queueMs, 0);
  });

  it('give no reading from too little, and take no packet twice', () => {
    const log = new ArrivalLog();
    assert.equal(reading(log, 0, [20, 20]), undefined);
    assert.equal(log.reported([{ sequence: 0, atMs: 0 }], 10_000)?.lossShare, 0);
    assert.equal(log.reported([{ sequence: 0, atMs: 0 }], 20_000), undefined);
  });
});
