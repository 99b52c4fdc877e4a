import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LineOrder } from '@kitestring/station-core/ports';
import { expectedMotion, type LineMotion, motionBegins, nextProgress } from './line-motion.ts';

/** The judgements of an order at these lengths, one each half second. */
function judged(order: LineOrder, lengthsM: readonly number[]): LineMotion[] {
  const [first = 0] = lengthsM;
  const expected = expectedMotion(order, first, 60);
  assert.ok(expected !== undefined);
  let progress = motionBegins(first, 0);
  return lengthsM.map((lengthM, index) => {
    progress = nextProgress(progress, expected, lengthM, index * 500_000);
    return progress.motion;
  });
}

const times = (count: number, lengthM: number): number[] => Array.from({ length: count }, () => lengthM);

describe('an ordered movement of a line', () => {
  it('is seen, and done at its end', () => {
    const out = judged({ kind: 'lineLength', lengthM: 10.6 }, [10, 10.01, 10.2, 10.4, 10.5]);
    assert.deepEqual(out, ['Waiting', 'Waiting', 'Moving', 'Moving', 'Done']);
    assert.equal(judged({ kind: 'lineLength', lengthM: 8 }, [10, 9.5, 8.1]).at(-1), 'Done');
  });

  it('that does not begin, or stops on the way, is noticed after five seconds', () => {
    const order = { kind: 'lineLength', lengthM: 20 } as const;
    assert.deepEqual(judged(order, times(11, 10)), [...Array(10).fill('Waiting'), 'NotMoving']);
    assert.equal(judged(order, [10, 11, ...times(10, 12)]).at(-1), 'Moving');
    assert.equal(judged(order, [10, 11, ...times(11, 12)]).at(-1), 'NotMoving');
    assert.equal(judged(order, [...times(12, 10), 10.1]).at(-1), 'Moving', 'it has got free');
  });

  it('the other way is wrong at once', () => {
    assert.deepEqual(judged({ kind: 'lineLength', lengthM: 20 }, [10, 9.9, 9.6]), ['Waiting', 'Waiting', 'Wrong']);
    assert.equal(judged({ kind: 'lineRate', rateMps: -1 }, [10, 10.4]).at(-1), 'Wrong');
  });

  it('at a slow rate has the time that it needs, and ends where the line ends', () => {
    const slow = { kind: 'lineRate', rateMps: 0.01 } as const;
    assert.equal(
      judged(
        slow,
        Array.from({ length: 30 }, (_, index) => 10 + index * 0.005),
      ).includes('NotMoving'),
      false,
    );
    assert.equal(judged({ kind: 'lineRate', rateMps: 1 }, [59, 59.9]).at(-1), 'Done');
    assert.equal(judged({ kind: 'lineRate', rateMps: -1 }, [1, 0.1]).at(-1), 'Done');
  });

  it('that is to stop is done once the line rests', () => {
    const stop = judged({ kind: 'lineStop' }, [10, 10.3, 10.5, 10.5, 10.5, 10.5]);
    assert.deepEqual(stop, ['Waiting', 'Moving', 'Moving', 'Moving', 'Moving', 'Done']);
    assert.equal(judged({ kind: 'lineRate', rateMps: 0 }, times(5, 10)).at(-1), 'Done');
  });

  it('follows from no order that is fulfilled, nor from a tension', () => {
    assert.equal(expectedMotion({ kind: 'lineLength', lengthM: 10.1 }, 10), undefined);
    assert.equal(expectedMotion({ kind: 'lineRate', rateMps: -0.5 }, 0.1), undefined);
    assert.equal(expectedMotion({ kind: 'lineTension', tensionN: 5 }, 10), undefined);
  });
});
