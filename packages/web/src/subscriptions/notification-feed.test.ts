import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { memoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { Notifications } from '@kitestring/station-core/notifications';
import { TestPeer } from '../../test/support/test-peer.ts';
import { NotificationFeed } from './notification-feed.ts';

describe('NotificationFeed', () => {
  let clock: VirtualClock;
  let notifications: Notifications;
  let feed: NotificationFeed;
  let peer: TestPeer;
  beforeEach(() => {
    clock = new VirtualClock();
    const store = memoryStore().notifications;
    notifications = new Notifications({ clock, store, keepDays: 90, historyLimit: 1000 });
    feed = new NotificationFeed({ name: 'notifications/state', notifications, clock });
    peer = new TestPeer();
  });
  const codes = (of = peer) =>
    of.messages.map((message) => {
      const { code, end_time } = JSON.parse(message) as { code: number; end_time?: string };
      return end_time === undefined ? `${code}` : `${code} ended`;
    });

  it('sends the active ones one by one at connection', () => {
    notifications.raise('GS_GPS_BAD');
    notifications.raise('PARKING_BRAKE');
    notifications.raise('SPOOL_STUCK');
    notifications.clear('PARKING_BRAKE');
    feed.add(peer.connect(clock));
    assert.deepEqual(codes(), ['10010', '10060']);
  });

  it('sends each begin, change and end, at once and all of them', () => {
    feed.add(peer.connect(clock));
    notifications.raise('HIGH_WIND', { wind_speed: 13 });
    notifications.raise('HIGH_WIND', { wind_speed: 14 });
    clock.advance(1);
    notifications.clear('HIGH_WIND');
    notifications.raise('GS_GPS_BAD');
    assert.deepEqual(codes(), ['30001', '30001', '30001 ended', '10010']);
  });

  it('repeats nothing, however long it is quiet', () => {
    notifications.raise('GS_GPS_BAD');
    feed.add(peer.connect(clock));
    clock.advance(60);
    assert.deepEqual(codes(), ['10010']);
  });

  it('envelops messages for those who asked for it, and sends nothing to who has left', () => {
    const enveloped = new TestPeer();
    const leaving = peer.connect(clock);
    feed.add(leaving);
    feed.add(enveloped.connect(clock, { id: 'c2', isEnveloped: true }));
    feed.remove(leaving);
    notifications.raise('GS_GPS_BAD');
    assert.deepEqual(peer.messages, []);
    const { topic, time, data } = JSON.parse(enveloped.messages[0] ?? '') as Record<string, unknown>;
    assert.equal(topic, 'notifications/state');
    assert.equal(time, '2026-03-01T09:30:00.000000+00:00');
    assert.equal((data as { code: number }).code, 10010);
  });

  it('goes on for who comes after everybody has left', () => {
    const connection = peer.connect(clock);
    feed.add(connection);
    feed.remove(connection);
    feed.add(connection);
    notifications.raise('GS_GPS_BAD');
    assert.deepEqual(codes(), ['10010']);
  });
});
