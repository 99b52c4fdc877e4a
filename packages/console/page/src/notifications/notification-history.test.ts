import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import {
  fromTime,
  type HistoryFilter,
  type HistoryOrder,
  historyRows,
  inOrder,
  ORDER_NAMES,
} from './notification-history.ts';

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
  const told = { fromTime: at(0), notifications: [gps, wind] };
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

  it('is put in another order, the newest first where that says nothing', () => {
    const rows = historyRows(told, { ended: [] }, EVERYTHING);
    const info = { ...gps, severity: 'Info', code: 1, end_time: at(9) } as const;
    const ordered = (order: HistoryOrder) => inOrder([info, ...rows], order).map(({ code }) => code);
    assert.deepEqual(ordered('newest'), [1, 30001, 20010]);
    assert.deepEqual(ordered('oldest'), [20010, 30001, 1]);
    assert.deepEqual(ordered('severity'), [30001, 20010, 1]);
    assert.deepEqual(ordered('longest'), [1, 30001, 20010]);
  });

  it('asks from so many hours before the time of the station', () => {
    const nowMs = Date.parse('2026-03-01T09:30:00Z');
    assert.equal(fromTime('hour', nowMs), '2026-03-01T08:30:00.000000+00:00');
    for (const everything of [fromTime('all', nowMs), fromTime('day', undefined)]) {
      assert.equal(everything, '1970-01-01T00:00:00.000000+00:00');
    }
  });

  it('of a flight is what was active during it, in part or all the time', () => {
    const flight = (began: number, ended?: number) => ({
      began_time: at(began),
      ...(ended !== undefined && { ended_time: at(ended) }),
    });
    assert.deepEqual(codes({ flight: flight(4, 6) }), [30001]);
    assert.deepEqual(codes({ flight: flight(3, 3) }), [30001, 20010]);
    assert.deepEqual(codes({ flight: flight(6, 9) }), []);
    assert.deepEqual(codes({ flight: flight(0, 1) }), [30001]);
    assert.deepEqual(codes({ flight: flight(4) }), [30001], 'one that goes on has no end');
  });

  it('puts ten thousand in order without a pause that anybody notices', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...wind,
      code: index,
      end_time: formatTimestamp((1_772_000_000 + ((index * 7919) % 10_000)) * 1_000_000),
    }));
    const began = process.cpuUsage();
    const rows = historyRows(
      { fromTime: at(0).replace('2026', '1970'), notifications: many },
      { ended: [] },
      EVERYTHING,
    );
    for (const order of ORDER_NAMES) assert.equal(inOrder(rows, order).length, 10_000);
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms of processor time`);
  });
});
