import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { flightWarnings } from './flight-warnings.ts';

const warning = (code: number, message: string, second: number): Notification => ({
  severity: 'Warning',
  code,
  message,
  begin_time: `2026-03-01T09:30:0${second}.000000+00:00`,
});
const moving = warning(10050, 'Ground Station moving.', 1);
const hot = warning(20051, 'Hot.', 2);
const weak = warning(20041, 'Weak.', 3);

describe('warnings in flight', () => {
  it('call with the newest one, and with a Ground Station that moves', () => {
    assert.deepEqual(flightWarnings('Flying', [moving, hot, weak]), {
      movingInFlight: 'Ground Station moving.',
      warning: 'Weak.',
    });
    assert.deepEqual(flightWarnings('Landing', [hot]), { warning: 'Hot.' });
  });

  it('do not call on the ground, nor before the state is known, nor for what is an alarm', () => {
    assert.deepEqual(flightWarnings('StandBy', [moving, hot]), {});
    assert.deepEqual(flightWarnings(undefined, [moving]), {});
    assert.deepEqual(flightWarnings('Flying', [{ ...hot, severity: 'Critical' }]), {});
  });
});
