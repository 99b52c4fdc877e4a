import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { faults, reasonOf } from './flight-reasons.ts';

const begin_time = '2026-03-01T09:30:00.000000+00:00';
const active: readonly Notification[] = [
  { severity: 'Warning', code: 20010, message: 'GPS is bad.', begin_time },
  { severity: 'Info', code: 30010, message: 'At the soft maximum.', begin_time },
  { severity: 'Critical', code: 30040, message: 'Safety landing: the tether is damaged.', begin_time },
];

describe('why the Kite does what nobody asked for', () => {
  it('is said by the notification of that state, and only by that', () => {
    assert.equal(reasonOf('SafetyLanding', active), 'Safety landing: the tether is damaged.');
    assert.equal(reasonOf('Landing', active), undefined);
    assert.equal(reasonOf('Flying', active), undefined);
  });

  it('may be anything that is wrong when a take-off was broken off, worst first', () => {
    assert.deepEqual(faults(active), ['Safety landing: the tether is damaged.', 'GPS is bad.']);
  });
});
