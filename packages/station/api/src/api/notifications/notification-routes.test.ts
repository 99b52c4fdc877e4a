import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { NotificationsObject } from '@kitestring/station-contract/notifications/notification.ts';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { notificationRoutes } from './notification-routes.ts';

describe('notification routes', () => {
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = await ApiUnderTest.start(notificationRoutes);
  });
  afterEach(() => api[Symbol.asyncDispose]());
  const history = async (query = '') =>
    (await api.client.get(`notifications/history${query}`)).body as NotificationsObject;

  it('give what is active', async () => {
    api.scripted.station.notifications.raise('HIGH_WIND', { wind_speed: 13 });
    const { notifications } = (await api.client.get('notifications/state')).body as NotificationsObject;
    assert.deepEqual(
      notifications.map(({ code }) => code),
      [30_001],
    );
  });

  it('give only what is active without a time, and with an empty one', async () => {
    const { notifications } = api.scripted.station;
    notifications.raise('GS_GPS_BAD');
    notifications.clear('GS_GPS_BAD');
    api.scripted.clock.advance(1);
    notifications.raise('HIGH_WIND', { wind_speed: 13 });
    const active = (await api.client.get('notifications/state')).body;
    for (const query of ['', '?from_time=', '?from_time']) assert.deepEqual(await history(query), active, query);
    notifications.clear('HIGH_WIND');
    const since = await history(`?from_time=${(active as NotificationsObject).to_time}`);
    assert.deepEqual(
      since.notifications.map(({ code }) => code),
      [30_001],
    );
  });

  it('give the past from a time on, however it is written', async () => {
    const { notifications } = api.scripted.station;
    notifications.raise('GS_GPS_BAD');
    api.scripted.clock.advance(1);
    notifications.clear('GS_GPS_BAD');
    api.scripted.clock.advance(1);
    const before = await history('?from_time=1970-01-01T00:00:00Z');
    assert.equal(before.notifications.length, 1);
    for (const time of [before.to_time ?? '', encodeURIComponent(before.to_time ?? '')]) {
      assert.equal((await history(`?from_time=${time}`)).notifications.length, 0);
    }
    for (const time of [
      '2026-03-01T10:30:00%2B01:00',
      '2026-03-01t10:30:00+01:00',
      '2026-03-01%2010:30:00.5%2B01:00',
      // As Python's urlencode writes str(datetime).
      '2026-03-01+10%3A30%3A00.500000%2B01%3A00',
      '2026-03-01+10:30:00+01:00',
    ]) {
      assert.equal((await history(`?from_time=${time}`)).notifications.length, 1, time);
    }
  });

  it('refuse what is no time, and two times', async () => {
    for (const query of [
      'from_time=2026-03-01++10:30:00Z',
      'from_time=now',
      'from_time=2026-02-30T00:00:00Z',
      'from_time=2026-03-01T00:00:00Z&from_time=2026-03-01T00:00:00Z',
    ]) {
      assert.equal((await api.client.get(`notifications/history?${query}`)).status, 400, query);
    }
  });

  it('give the dictionary', async () => {
    const { body } = await api.client.get('notifications/dictionary');
    assert.ok((body as unknown[]).length > 40);
  });
});
