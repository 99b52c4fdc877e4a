import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import {
  instructing,
  NO_NOTIFICATIONS,
  type NotificationLists,
  withMessage,
  withSnapshot,
  worstOf,
} from './notification-feed.ts';

const at = (second: number) => `2026-03-01T09:30:${String(second).padStart(2, '0')}.000000+00:00`;

const wind: Notification = { severity: 'Critical', code: 30001, message: 'Wind.', begin_time: at(1) };
const us = (second: number) => parseTimestamp(at(second)) ?? assert.fail('it is no time');
const gps: Notification = { severity: 'Warning', code: 20010, message: 'GPS.', begin_time: at(2) };
const tether: Notification = { severity: 'Fatal', code: 30030, message: 'Tether.', begin_time: at(3) };

const codes = ({ active }: NotificationLists) => active.map(({ code }) => code);
const told = (...messages: readonly Notification[]) => messages.reduce(withMessage, NO_NOTIFICATIONS);

describe('the feed of notifications', () => {
  it('has the worst first, and of two of the same severity the latest', () => {
    const later = { ...wind, code: 10060, begin_time: at(4) };
    assert.deepEqual(codes(told(gps, wind, tether, later)), [30030, 10060, 30001, 20010]);
    assert.equal(worstOf([gps, wind]), 'Critical');
    assert.equal(worstOf([]), undefined);
  });

  it('has before the latest what has to be done first: what comes down, then what brings it down', () => {
    const landing = { ...wind, code: 30040, begin_time: at(2) };
    const power = { ...wind, code: 10040, begin_time: at(1) };
    const lids = { ...wind, code: 60010, begin_time: at(9) };
    assert.deepEqual(codes(told(landing, power, wind, lids)), [30040, 10040, 60010, 30001]);
    assert.deepEqual(codes(told(landing, gps, tether)), [30030, 30040, 20010]);
  });

  it('has what to do from the landing while the station brings the Kite down', () => {
    const landing = { ...wind, code: 30040, begin_time: at(2) };
    const power = { ...wind, code: 10040 };
    assert.equal(instructing(wind, [landing, wind]), landing);
    assert.equal(instructing(power, [landing, power]), power, 'it says the same, and more');
    assert.equal(instructing(wind, [wind, gps]), wind);
    assert.equal(instructing(wind, [landing]), wind, 'one that is over');
  });

  it('keeps one of an occurrence, with its newest values', () => {
    const feed = told(wind, { ...wind, message: 'More wind.' });
    assert.deepEqual(
      feed.active.map(({ message }) => message),
      ['More wind.'],
    );
  });

  it('tells two occurrences of the same code apart', () => {
    assert.equal(told(wind, { ...wind, begin_time: at(9) }).active.length, 2);
  });

  it('ends one with its end_time, and remembers that it was there', () => {
    const ended = { ...wind, end_time: at(8) };
    const feed = told(wind, gps, ended);
    assert.deepEqual(codes(feed), [20010]);
    assert.deepEqual(feed.ended, [ended]);
  });

  it('does not bring back what has ended, by event or by list', () => {
    const feed = told(wind, { ...wind, end_time: at(8) }, wind);
    assert.deepEqual(codes(feed), []);
    assert.deepEqual(codes(withSnapshot(feed, { to_time: at(7), notifications: [wind, gps] })), [20010]);
  });

  it('drops what ended unheard when the station lists what is active, and says that it missed some', () => {
    const feed = withSnapshot(told(wind, gps), { to_time: at(9), notifications: [gps] });
    assert.deepEqual(codes(feed), [20010]);
    assert.equal(feed.missed, 1);
    assert.equal(withSnapshot(feed, { to_time: at(10), notifications: [gps] }).missed, 1);
  });

  it('keeps one that began after the list was made', () => {
    const feed = withSnapshot(told(tether), { to_time: at(2), notifications: [gps] });
    assert.deepEqual(codes(feed), [30030, 20010]);
    assert.equal(feed.missed, 0);
  });

  it('has only what is listed once the time of the station went back: a reset of a simulation', () => {
    const before = told(tether, gps, { ...wind, end_time: at(5) });
    const feed = withSnapshot(before, { to_time: at(2), notifications: [wind] }, us(5));
    assert.deepEqual(codes(feed), [30001], 'what ended later is active again, what began later is not');
    assert.deepEqual(feed.ended, []);
    assert.equal(feed.missed, 1);
    const same = withSnapshot(before, { to_time: at(5), notifications: [tether, gps, wind] }, us(5));
    assert.deepEqual(codes(same), [30030, 20010], 'time that stands is no time that went back');
  });

  it('remembers the last 500 that ended', () => {
    const ended = Array.from({ length: 600 }, (_, index) => ({ ...wind, code: index, end_time: at(8) }));
    const feed = told(...ended);
    assert.equal(feed.ended.length, 500);
    assert.equal(feed.ended[0]?.code, 599);
  });
});
