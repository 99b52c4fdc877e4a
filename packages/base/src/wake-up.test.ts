import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Clock } from './clock.ts';
import { TimerQueue } from './timer-queue.ts';
import { WakeUp } from './wake-up.ts';

const SECOND_US = 1_000_000;

it('WakeUp.every goes on at its pace on a clock that was set forward by hours, and catches nothing up', () => {
  const queue = new TimerQueue();
  let nowUs = 0;
  const clock: Clock = { nowUs: () => nowUs, schedule: (atUs, callback) => queue.schedule(atUs, callback) };
  const calledUs: number[] = [];
  const wakeUp = WakeUp.every(clock, SECOND_US, () => calledUs.push(nowUs));
  const setUs = 5 * 3600 * SECOND_US;
  nowUs += setUs;
  queue.moveBy(setUs);
  for (let step = 0; step < 3; step += 1) {
    nowUs += SECOND_US;
    queue.runDue(nowUs, (bug) => assert.fail(String(bug)));
  }
  assert.deepEqual(
    calledUs.map((us) => us - setUs),
    [1, 2, 3].map((s) => s * SECOND_US),
  );
  wakeUp.cancel();
});
