import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResendOrders } from './resend-orders.ts';

const SID = 'sabcdefghijkl';
const beat = (sent: number) => ({ epoch: 'abcdefghijkl', sent });

/** Times at which an order is due while a station is looked at once a second, seconds. */
function dueTimes(
  seconds: number,
  haveAt: (s: number) => number,
  isBehindAt = (_s: number): boolean => false,
): number[] {
  const orders = new ResendOrders();
  return Array.from({ length: seconds }, (_, s) => s).filter((s) =>
    orders.isDue(SID, beat(100), haveAt(s), isBehindAt(s), s * 1000),
  );
}

describe('an order to send again', () => {
  it('is given when the broker is said to have records that do not come, with growing pauses up to a minute', () => {
    assert.deepEqual(
      dueTimes(200, () => 40),
      [2, 6, 14, 30, 62, 122, 182],
    );
  });

  it('is not given while records come, while the archive is behind, or when it has everything', () => {
    assert.deepEqual(
      dueTimes(50, (s) => s),
      [],
    );
    assert.deepEqual(
      dueTimes(
        50,
        () => 40,
        () => true,
      ),
      [],
    );
    assert.deepEqual(
      dueTimes(50, () => 100),
      [],
    );
  });

  it('begins with the short pause again after progress', () => {
    assert.deepEqual(
      dueTimes(20, (s) => (s < 8 ? 40 : 60)),
      [2, 6, 10, 14],
    );
  });
});
