import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { Notifications } from './notifications.ts';

const ALL_US = Number.NEGATIVE_INFINITY;
const FAULT = new Error('disk full');

let clock: VirtualClock;
let store: MemoryStore;
let notifications: Notifications;
let events: Notification[];
let faults: unknown[];

function start(changes: Partial<ConstructorParameters<typeof Notifications>[0]> = {}): void {
  const onStoreFault = (fault: unknown) => faults.push(fault);
  const parts = { clock, store: store.notifications, keepDays: 90, historyLimit: 1000, onStoreFault, ...changes };
  notifications = new Notifications(parts);
  notifications.onEvent((notification) => events.push(notification));
}

beforeEach(() => {
  clock = new VirtualClock();
  store = new MemoryStore();
  events = [];
  faults = [];
  start();
});

const at = (offsetUs = 0) => formatTimestamp(clock.nowUs() + offsetUs);
const ended = () => store.notifications.endedBetween(ALL_US, Number.POSITIVE_INFINITY, 1000);
const codes = (list: readonly Notification[]) => list.map(({ code }) => code);

describe('a notification', () => {
  it('is raised whatever bug a listener has', () => {
    const told: unknown[] = [];
    const bug = new Error('a bug of ours');
    start({ onBug: (...bugAndPlace) => told.push(bugAndPlace) });
    notifications.onEvent(() => {
      throw bug;
    });
    notifications.raise('TETHER_DAMAGED');
    assert.equal(notifications.active().length, 1);
    assert.deepEqual(told, [[bug, 'notification']]);
  });

  it('begins with the text of the dictionary, its values filled in', () => {
    const parameters = { measure: 'drift', value: 2.6, limit: 2.5, unit: 'm' };
    notifications.raise('HIGH_WIND', parameters);
    const expected = {
      severity: NOTIFICATIONS.HIGH_WIND.severity,
      code: 30001,
      message: 'Wind load high: drift 2.6 m, limit 2.5 m.',
      begin_time: at(),
      parameters,
    };
    assert.deepEqual(events, [expected]);
    assert.deepEqual(notifications.active(), [expected]);
    assert.deepEqual(notifications.state(), { to_time: at(), notifications: [expected] });
  });

  it('has no parameters in its answer when it has none', () => {
    notifications.raise('LIDS_STUCK');
    assert.equal('parameters' in (events[0] ?? {}), false);
  });

  it('tells nothing when it is raised again with the same values', () => {
    notifications.raise('HIGH_WIND', { wind_speed: Number.NaN, gusts: true });
    clock.advance(1);
    notifications.raise('HIGH_WIND', { gusts: true, wind_speed: Number.NaN });
    assert.equal(events.length, 1);
  });

  it('tells a change of its values, and stays the same occurrence without a write', () => {
    notifications.raise('HIGH_WIND', { wind_speed: 13 });
    const { writes } = store;
    clock.advance(1);
    notifications.raise('HIGH_WIND', { wind_speed: 15 });
    assert.deepEqual(
      events.map(({ begin_time, parameters }) => [begin_time, parameters?.wind_speed]),
      [
        [at(-1e6), 13],
        [at(-1e6), 15],
      ],
    );
    assert.equal(store.writes, writes);
    notifications.clear('HIGH_WIND');
    assert.deepEqual(ended()[0]?.parameters, { wind_speed: 15 });
  });

  it('is not changed when the caller changes its own object later', () => {
    const parameters = { wind_speed: 13 };
    notifications.raise('HIGH_WIND', parameters);
    parameters.wind_speed = 99;
    assert.deepEqual(notifications.active()[0]?.parameters, { wind_speed: 13 });
  });

  it('ends with an end time, and is no longer active', () => {
    notifications.raise('LIDS_STUCK');
    clock.advance(2);
    notifications.clear('LIDS_STUCK');
    assert.deepEqual(
      events.map(({ begin_time, end_time }) => [begin_time, end_time]),
      [
        [at(-2e6), undefined],
        [at(-2e6), at()],
      ],
    );
    assert.deepEqual(notifications.active(), []);
    assert.equal(notifications.isActive('LIDS_STUCK'), false);
  });

  it('tells nothing when it is cleared while it is not active', () => {
    notifications.clear('LIDS_STUCK');
    notifications.set('LIDS_STUCK', false);
    assert.deepEqual(events, []);
  });

  it('follows `set`', () => {
    notifications.set('HIGH_WIND', true, { wind_speed: 13 });
    assert.equal(notifications.isActive('HIGH_WIND'), true);
    notifications.set('HIGH_WIND', false);
    assert.equal(notifications.isActive('HIGH_WIND'), false);
  });

  it('has a begin of its own each time, even within one microsecond', () => {
    for (let time = 0; time < 3; time += 1) {
      notifications.raise('LIDS_STUCK');
      notifications.clear('LIDS_STUCK');
    }
    assert.equal(new Set(ended().map(({ beginUs }) => beginUs)).size, 3);
  });

  it('is told no more to a listener that left', () => {
    const heard: Notification[] = [];
    const cancel = notifications.onEvent((notification) => heard.push(notification));
    cancel();
    notifications.raise('LIDS_STUCK');
    assert.deepEqual(heard, []);
  });
});

describe('the store of notifications', () => {
  it('has the begin, so that a killed run leaves it behind, and the next start ends it', () => {
    notifications.raise('HIGH_WIND', { wind_speed: 13 });
    clock.advance(60);
    start();
    assert.deepEqual(notifications.active(), []);
    assert.equal(notifications.isActive('HIGH_WIND'), false);
    assert.deepEqual(
      notifications.history(0).notifications.map(({ end_time }) => end_time),
      [at()],
    );
  });

  it('has the end before anybody hears of it', () => {
    let known: number | undefined;
    notifications.onEvent(({ end_time }) => {
      if (end_time !== undefined) known = ended().length;
    });
    notifications.raise('LIDS_STUCK');
    notifications.clear('LIDS_STUCK');
    assert.equal(known, 1);
  });

  it('that fails never fails the caller; the notification stays visible until its end is written', () => {
    notifications.raise('LIDS_STUCK');
    store.fault = FAULT;
    notifications.clear('LIDS_STUCK');
    assert.equal(notifications.isActive('LIDS_STUCK'), false);
    assert.deepEqual(codes(notifications.active()), [60010]);
    clock.advance(5);
    assert.deepEqual(codes(notifications.active()), [60010]);
    assert.ok(faults.length >= 5 && faults.every((fault) => fault === FAULT));
    store.fault = undefined;
    clock.advance(1);
    assert.deepEqual(notifications.active(), []);
    assert.equal(events.at(-1)?.end_time, formatTimestamp(ended()[0]?.endUs ?? 0));
  });

  it('that fails takes nothing from the time at which something ended, and history tells it exactly once', () => {
    notifications.raise('LIDS_STUCK');
    notifications.raise('HIGH_WIND');
    clock.advance(10);
    const before = notifications.history(0);
    clock.advance(1);
    store.fault = FAULT;
    notifications.clear('LIDS_STUCK');
    const lidsEndUs = clock.nowUs();
    clock.advance(30);
    const during = notifications.history(parseTimestamp(before.to_time ?? ''));
    clock.advance(0.5);
    // The store works again; before it is tried again something else ends.
    store.fault = undefined;
    notifications.clear('HIGH_WIND');
    const windEndUs = clock.nowUs();
    clock.advance(5);
    const after = notifications.history(parseTimestamp(during.to_time ?? ''));
    assert.deepEqual(
      ended().map(({ endUs }) => endUs),
      [lidsEndUs, windEndUs],
    );
    assert.deepEqual(codes(during.notifications).length, 2, 'both are shown as active meanwhile');
    assert.deepEqual(codes(after.notifications), [60010, NOTIFICATIONS.HIGH_WIND.code]);
  });

  it('gets a begin that it missed as soon as it works again', () => {
    store.fault = FAULT;
    notifications.raise('LIDS_STUCK');
    assert.deepEqual(codes(notifications.active()), [60010]);
    store.fault = undefined;
    clock.advance(1);
    assert.equal(store.notifications.active().length, 1);
  });

  it('hears nothing of an end that was taken back before it could be written', () => {
    notifications.raise('LIDS_STUCK');
    store.fault = FAULT;
    notifications.clear('LIDS_STUCK');
    notifications.raise('LIDS_STUCK');
    store.fault = undefined;
    clock.advance(10);
    assert.equal(notifications.isActive('LIDS_STUCK'), true);
    assert.equal(events.length, 1);
    assert.deepEqual(ended(), []);
  });

  it('forgets after the days to keep, at the start and once per day', () => {
    start({ keepDays: 2 });
    notifications.raise('LIDS_STUCK');
    notifications.clear('LIDS_STUCK');
    clock.advance(2 * 86_400);
    assert.equal(ended().length, 1);
    clock.advance(86_400);
    assert.equal(ended().length, 0);
    notifications.raise('LIDS_STUCK');
    notifications.clear('LIDS_STUCK');
    notifications.stop();
    clock.advance(10 * 86_400);
    start({ keepDays: 2 });
    assert.equal(ended().length, 0);
  });

  it('goes on when it can not forget', () => {
    store.fault = FAULT;
    clock.advance(86_400);
    assert.deepEqual(faults, [FAULT]);
  });

  it('may hold a code of another version, which is shown as such', () => {
    store.notifications.put({ code: 99_999, beginUs: clock.nowUs() - 10, endUs: clock.nowUs() - 5, parameters: {} });
    const [unknown] = notifications.history(0).notifications;
    assert.equal(unknown?.message, 'Notification 99999 of another version.');
  });

  it('hears nothing after the stop', () => {
    store.fault = FAULT;
    notifications.raise('LIDS_STUCK');
    notifications.stop();
    store.fault = undefined;
    clock.advance(10 * 86_400);
    // Notifications of a station that is still stopping after a restart; the next station has the store.
    notifications.raise('STORAGE_FULL');
    notifications.clear('LIDS_STUCK');
    assert.equal(store.notifications.active().length, 0);
  });
});

describe('the history', () => {
  /** Raises and clears, one second each, in this order. */
  function happened(...names: (keyof typeof NOTIFICATIONS)[]): void {
    for (const name of names) {
      notifications.raise(name);
      clock.advance(1);
      notifications.clear(name);
    }
  }

  it('is in order of end, and the active ones come last in order of begin', () => {
    notifications.raise('SYSTEM_MOVING');
    clock.advance(1);
    notifications.raise('GS_GPS_BAD');
    notifications.raise('LIDS_STUCK');
    clock.advance(1);
    notifications.clear('LIDS_STUCK');
    clock.advance(1);
    happened('SPOOL_STUCK');
    const { notifications: list } = notifications.history(0);
    assert.deepEqual(codes(list), [60010, 10060, 10050, 10010]);
    assert.deepEqual(
      list.map(({ end_time }) => end_time !== undefined),
      [true, true, false, false],
    );
  });

  it('begins where it is asked to, and ends now', () => {
    happened('LIDS_STUCK', 'SPOOL_STUCK', 'SYSTEM_MOVING');
    clock.advance(1);
    const fromUs = clock.nowUs() - 2e6;
    const answer = notifications.history(fromUs);
    assert.deepEqual(codes(answer.notifications), [10060, 10050]);
    assert.deepEqual([answer.from_time, answer.to_time], [formatTimestamp(fromUs), at()]);
  });

  it('is only what is active, without a from_time, when none is asked', () => {
    happened('LIDS_STUCK');
    notifications.raise('PARKING_BRAKE');
    assert.deepEqual(notifications.history(undefined), {
      to_time: at(1),
      notifications: notifications.active(),
    });
  });

  it('shows an end at once, even in the microsecond in which it happened', () => {
    happened('LIDS_STUCK');
    const answer = notifications.history(0);
    assert.deepEqual(codes(answer.notifications), [60010]);
    assert.deepEqual(codes(notifications.history(0).notifications), [60010]);
    assert.equal(answer.to_time, at(1));
  });

  it('is cut to the newest, and says from when it is complete', () => {
    start({ historyLimit: 3 });
    happened('LIDS_STUCK', 'SPOOL_STUCK', 'SYSTEM_MOVING', 'GS_GPS_BAD');
    notifications.raise('PARKING_BRAKE');
    const answer = notifications.history(clock.nowUs() - 3600e6);
    assert.deepEqual(codes(answer.notifications), [10050, 10010, 60030]);
    assert.equal(answer.from_time, answer.notifications[0]?.end_time);
  });

  it('is not cut when exactly as many match as it may hold', () => {
    start({ historyLimit: 2 });
    happened('LIDS_STUCK');
    notifications.raise('PARKING_BRAKE');
    const answer = notifications.history(0);
    assert.deepEqual(codes(answer.notifications), [60010, 60030]);
    assert.equal(answer.from_time, formatTimestamp(0));
  });

  it('asked from a time to come holds what is active', () => {
    happened('LIDS_STUCK');
    notifications.raise('PARKING_BRAKE');
    assert.deepEqual(codes(notifications.history(clock.nowUs() + 60e6).notifications), [60030]);
  });
});
