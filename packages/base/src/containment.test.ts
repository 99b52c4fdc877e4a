import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BugPlace, Listeners } from './containment.ts';
import { TimerQueue } from './timer-queue.ts';
import { Topic } from './topic.ts';

const bug = new Error('a bug of ours');
const throwBug = () => {
  throw bug;
};

class Told {
  readonly places: BugPlace[] = [];
  readonly report = (thrown: unknown, place: BugPlace) => {
    assert.equal(thrown, bug);
    this.places.push(place);
  };
}

describe('a callback with a bug', () => {
  it('keeps no other listener from being told', () => {
    const told = new Told();
    const heard: string[] = [];
    const listeners = new Listeners<[string]>('handoff', told.report);
    listeners.add((text) => heard.push(`first ${text}`));
    listeners.add(throwBug);
    listeners.add((text) => heard.push(`last ${text}`));
    listeners.tell('news');
    assert.deepEqual([heard, told.places], [['first news', 'last news'], ['handoff']]);
  });

  it('goes on to the caller where nobody is there to be told', () => {
    const listeners = new Listeners('topic');
    listeners.add(throwBug);
    assert.throws(() => listeners.tell(), bug);
  });

  it('holds up no other timer that is due', () => {
    const told = new Told();
    const calls: string[] = [];
    const timers = new TimerQueue();
    timers.schedule(1, throwBug);
    timers.schedule(2, () => calls.push('second'));
    timers.schedule(3, throwBug);
    timers.schedule(4, () => calls.push('last'));
    timers.schedule(99, () => assert.fail('is not due'));
    timers.runDue(50, told.report);
    assert.deepEqual(
      [calls, told.places],
      [
        ['second', 'last'],
        ['timer', 'timer'],
      ],
    );
  });

  it('fails no change of a topic', () => {
    const told = new Told();
    const topic = new Topic(() => 1, told.report);
    topic.onInvalidate(throwBug);
    topic.invalidate();
    assert.deepEqual(told.places, ['topic']);
  });
});
