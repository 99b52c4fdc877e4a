import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BeatLog } from './beat-log.ts';
import { sleepProofClock } from './sleep-proof-ms.ts';

it('an order that waited in a socket while the computer slept is as old as it is, and no set clock makes one younger', () => {
  let monotonicMs = 5000;
  let dayMs = 1_000_000;
  const nowMs = sleepProofClock(
    () => monotonicMs,
    () => dayMs,
  );
  const beats = new BeatLog();
  const pass = (awakeMs: number, asleepMs = 0) => {
    monotonicMs += awakeMs;
    dayMs += awakeMs + asleepMs;
  };
  const before = beats.next(nowMs());
  pass(100, 3_600_000);
  assert.equal(beats.ageMs(before, nowMs()), 3_600_100);
  const after = beats.next(nowMs());
  dayMs -= 7_200_000;
  pass(250);
  assert.equal(beats.ageMs(after, nowMs()), 250);
});
