import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TimerQueue } from '@kitestring/base/timer-queue.ts';
import { EVERYTHING } from '../ports/capabilities.ts';
import { Lids } from './lids.ts';

type Switch = 'Closed' | 'Between' | 'Opened';

/** Lids of which the limit switches say this, once per second. */
class Box {
  readonly notified: string[] = [];
  readonly #timers = new TimerQueue();
  #nowS = 0;
  readonly lids = new Lids({
    installation: 'Rooftop Box',
    aircraft: { capabilities: EVERYTHING, openLids: () => {}, closeLids: () => {} },
    clock: { nowUs: () => this.#nowS * 1e6, schedule: (atUs, callback) => this.#timers.schedule(atUs, callback) },
    notifications: { set: (name, isActive) => this.notified.push(`${isActive ? '+' : '-'}${name}`) },
    lidsTimeoutS: 12,
  });

  says(reported: Switch, seconds: number, isKiteInTheAir = false): this {
    for (let second = 0; second < seconds; second += 1) {
      this.#nowS += 1;
      this.lids.update(reported, isKiteInTheAir);
    }
    return this;
  }
}

describe('lids', () => {
  it('that arrive in time are not stuck, whatever they were before', () => {
    const box = new Box().says('Closed', 1);
    box.lids.open();
    box.says('Between', 8).says('Opened', 1);
    box.lids.close();
    box.says('Between', 8).says('Closed', 1);
    assert.deepEqual(box.notified, []);
    assert.equal(box.lids.state, 'Closed');
  });

  it('that would not open stay stuck when they are closed, until they have been opened', () => {
    const box = new Box().says('Closed', 1);
    box.lids.open();
    box.says('Closed', 12);
    assert.deepEqual(box.notified, ['+LIDS_STUCK']);
    box.lids.close();
    box.says('Closed', 20);
    assert.equal(box.lids.isStuck, true);
    box.lids.open();
    box.says('Between', 8).says('Opened', 1);
    assert.deepEqual(box.notified, ['+LIDS_STUCK', '-LIDS_STUCK']);
  });

  it('that would not close are free once they are closed, or opened', () => {
    for (const end of ['Closed', 'Opened'] as const) {
      const box = new Box().says('Opened', 1);
      box.lids.close();
      box.says('Between', 20);
      assert.deepEqual(box.notified, ['+LIDS_STUCK']);
      if (end === 'Opened') box.lids.open();
      box.says(end, 1);
      assert.deepEqual(box.notified, ['+LIDS_STUCK', '-LIDS_STUCK'], end);
    }
  });

  it('are in the way when they have not been open for a second below a Kite in the air', () => {
    const box = new Box().says('Between', 1, true);
    assert.equal(box.lids.areInTheWay, false);
    box.says('Between', 1, true);
    assert.equal(box.lids.areInTheWay, true);
    box.says('Opened', 1, true);
    assert.equal(box.lids.areInTheWay, false);
    assert.deepEqual(box.notified, ['+LIDS_STUCK', '-LIDS_STUCK']);
  });
});
