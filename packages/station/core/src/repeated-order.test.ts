import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { RepeatedOrder } from './repeated-order.ts';

/** An order of a test, and whether it is shown. */
interface Trial {
  readonly send: () => void;
  readonly isShown: () => boolean;
}

/** Counts how often it is sent in so many seconds, 20 reports each. */
function ordered() {
  const clock = new VirtualClock();
  const order = new RepeatedOrder<Trial>(clock, { send: ({ send }) => send(), isShown: ({ isShown }) => isShown() });
  const trial = {
    order,
    sent: 0,
    send: () => {
      trial.sent += 1;
    },
    run: (seconds: number) => {
      for (let tick = 0; tick < Math.round(seconds * 20); tick += 1) {
        clock.advance(0.05);
        order.update(clock.nowUs());
      }
      return trial.sent;
    },
  };
  return trial;
}

describe('an order to the aircraft', () => {
  it('is sent at once, and once a second until it is shown', () => {
    const { order, send, run } = ordered();
    let isShown = false;
    order.give({ send, isShown: () => isShown });
    assert.equal(run(0.9), 1);
    assert.equal(run(3), 4);
    isShown = true;
    assert.equal(run(10), 4);
    isShown = false;
    assert.equal(run(10), 4, 'what has been shown once is done');
  });

  it('is sent no more when another takes its place', () => {
    const { order, send, run } = ordered();
    let others = 0;
    order.give({ send, isShown: () => false });
    order.give({
      send: () => {
        others += 1;
      },
      isShown: () => false,
    });
    assert.equal(run(3), 1);
    assert.equal(others, 4);
  });

  it('is sent no more when it is dropped', () => {
    const { order, send, run } = ordered();
    order.give({ send, isShown: () => false });
    order.drop();
    assert.equal(run(3), 1);
  });

  it('is sent so often as it must be at least, though its effect is there already', () => {
    const { order, send, run } = ordered();
    order.give({ send, isShown: () => true }, { atLeast: 3 });
    assert.equal(run(10), 3);
  });

  it('is sent so often as it may be at most, though its effect never comes', () => {
    const { order, send, run } = ordered();
    order.give({ send, isShown: () => false }, { atMost: 3 });
    assert.equal(run(10), 3);
  });
});
