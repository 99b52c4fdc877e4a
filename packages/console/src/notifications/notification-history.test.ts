import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { fromTimeOf, type HistoryFilter, historyRows, isCut } from './notification-history.ts';

const at = (minute: number) => `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000000+00:00`;
const wind: Notification = {
  severity: 'Critical',
  code: 30001,
  message: 'The wind is over the limit.',
  begin_time: at(1),
  end_time: at(5),
};
const gps: Notification = {
  severity: 'Warning',
  code: 20010,
  message: 'The GPS has no fix.',
  begin_time: at(2),
  end_time: at(3),
};
const EVERYTHING: HistoryFilter = { severity: 'any', search: '' };

describe('the history of notifications', () => {
  const told = { from_time: at(0), to_time: at(6), notifications: [gps, wind] };
  const codes = (filter: Partial<HistoryFilter>, ended: readonly Notification[] = []) =>
    historyRows(told, { ended }, { ...EVERYTHING, ...filter }).map(({ code }) => code);

  it('has the newest first, with what has ended since the station was asked', () => {
    const since = { ...gps, begin_time: at(7), end_time: at(8), code: 20011 };
    assert.deepEqual(codes({}, [since]), [20011, 30001, 20010]);
  });

  it('has each once, however often it is told of', () => {
    assert.deepEqual(codes({}, [wind, gps]), [30001, 20010]);
  });

  it('leaves out what lasts and what ended before the chosen time', () => {
    const lasting = { ...gps, code: 1, end_time: undefined } as unknown as Notification;
    const before = { ...gps, code: 2, end_time: '2026-03-01T08:00:00.000000+00:00' };
    assert.deepEqual(codes({}, [lasting, before]), [30001, 20010]);
  });

  it('is filtered by severity, by a part of the message, and by the beginning of the code', () => {
    assert.deepEqual(codes({ severity: 'Warning' }), [20010]);
    assert.deepEqual(codes({ search: ' WIND ' }), [30001]);
    assert.deepEqual(codes({ search: '2001' }), [20010]);
    assert.deepEqual(codes({ search: '0001' }), []);
  });

  it('asks from so many hours before the time of the station', () => {
    const nowMs = Date.parse('2026-03-01T09:30:00Z');
    assert.equal(fromTimeOf('hour', nowMs), '2026-03-01T08:30:00.000000+00:00');
    for (const everything of [fromTimeOf('all', nowMs), fromTimeOf('day', undefined)]) {
      assert.equal(everything, '1970-01-01T00:00:00.000000+00:00');
    }
  });

  it('is cut when the answer begins later than asked', () => {
    assert.equal(isCut(told, at(0)), false);
    assert.equal(isCut({ ...told, from_time: at(1) }, at(0)), true);
    assert.equal(isCut({ notifications: [] }, undefined), false);
    assert.equal(isCut({ ...told, from_time: at(1) }, undefined), true);
  });
});
