import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import fc from 'fast-check';
import { Notifications } from './notifications.ts';

const NAMES = ['LIDS_STUCK', 'HIGH_WIND', 'GS_GPS_BAD'] as const satisfies readonly NotificationName[];

/** A station's notifications, and a client that asks for the history again and again from the last `to_time`. */
class Story {
  readonly clock = new VirtualClock();
  readonly store = new MemoryStore();
  readonly seen: Notification[] = [];
  notifications = this.#start();
  #toldEnded: Notification[] = [];
  #fromUs = 0;

  #start(): Notifications {
    const parts = { clock: this.clock, store: this.store.notifications, keepDays: 90, historyLimit: 1000 };
    const notifications = new Notifications(parts);
    notifications.onEvent((notification) => {
      if (notification.end_time !== undefined) this.#toldEnded.push(notification);
    });
    return notifications;
  }

  /** A kill, and a start a moment later. */
  restart(): void {
    this.notifications.stop();
    this.store.fault = undefined;
    this.clock.advance(0.001);
    this.notifications = this.#start();
  }

  ask(): void {
    const answer = this.notifications.history(this.#fromUs);
    const ended = answer.notifications.filter(({ end_time }) => end_time !== undefined);
    const active = answer.notifications.slice(ended.length);
    assert.deepEqual(active, this.notifications.active());
    const missed = this.#toldEnded.filter((told) => !ended.some((one) => key(one) === key(told)));
    assert.deepEqual(missed, [], 'what was told to have ended is in the next answer');
    this.#toldEnded = [];
    this.seen.push(...ended);
    this.#fromUs = parseTimestamp(answer.to_time ?? '') ?? assert.fail('the answer has no to_time');
  }
}

const key = ({ code, begin_time, end_time }: Notification) => `${code} ${begin_time} ${end_time}`;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('raise' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('clear' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), us: fc.constantFrom(1, 2, 700_000) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'ask' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'disk full' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'disk free' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(story: Story, taken: Step): void {
  if (taken.kind === 'raise') story.notifications.raise(taken.name, { wind_speed: story.clock.nowUs() % 7 });
  if (taken.kind === 'clear') story.notifications.clear(taken.name);
  if (taken.kind === 'wait') story.clock.advance(taken.us / 1e6);
  if (taken.kind === 'ask') story.ask();
  if (taken.kind === 'restart') story.restart();
  if (taken.kind === 'disk full') story.store.fault = new Error('disk full');
  if (taken.kind === 'disk free') story.store.fault = undefined;
}

// fast-check prints the seed of a failure.
it('asking each time from the last to_time gives every ended notification exactly once, in order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const story = new Story();
      for (const one of steps) take(story, one);
      story.store.fault = undefined;
      story.clock.advance(2);
      for (const name of NAMES) story.notifications.clear(name);
      story.ask();
      const stored = story.store.notifications.endedBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1e6);
      const times = stored.map(
        ({ code, beginUs, endUs = 0 }) => `${code} ${formatTimestamp(beginUs)} ${formatTimestamp(endUs)}`,
      );
      assert.deepEqual(story.seen.map(key), times);
    }),
    { numRuns: 500 },
  );
});
