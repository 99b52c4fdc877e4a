import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClockOffsets } from './clock-offsets.ts';

const MS = 1_000_000n;

describe('clocks of components', () => {
  it('have an offset each, taken from the fastest answer', () => {
    const clocks = new ClockOffsets();
    const answers: readonly (readonly [sender: number, offsetMs: bigint, tookMs: bigint])[] = [
      [257, 5000n, 80n],
      [257, 5000n, 10n],
      [257, 5000n, 200n],
      [447, -3000n, 20n],
    ];
    for (const [index, [sender, offsetMs, tookMs]] of answers.entries()) {
      const askedNs = clocks.ask(BigInt(index) * 10_000n * MS);
      // The way back is the longer one.
      clocks.take(sender, askedNs + offsetMs * MS + (tookMs * MS) / 4n, askedNs, askedNs + tookMs * MS);
    }
    assert.deepEqual(clocks.of(257), { offsetUs: 4_997_500, roundTripUs: 10_000 });
    assert.deepEqual(clocks.of(447), { offsetUs: -3_005_000, roundTripUs: 20_000 });
    assert.equal(clocks.of(1), undefined);
  });

  it('are not read from an answer to another asker, a late one, or one from the future', () => {
    const clocks = new ClockOffsets();
    const askedNs = clocks.ask(100_000n * MS);
    clocks.take(257, 1n, 7n * MS, askedNs + MS);
    clocks.take(257, 1n, askedNs, askedNs + 2000n * MS);
    clocks.take(257, 1n, askedNs, askedNs - MS);
    assert.equal(clocks.of(257), undefined);
  });
});
