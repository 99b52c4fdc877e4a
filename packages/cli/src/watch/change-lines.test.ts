import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChangeLines } from './change-lines.ts';

const TIME = '2026-03-01T09:30:00.250000+00:00';

function start() {
  let nowMs = 0;
  const lines = new ChangeLines(() => nowMs);
  return {
    flight: (data: object) => lines.lineOf({ topic: 'flight/state', time: TIME, data }),
    notification: (data: object) => lines.lineOf({ topic: 'notifications/state', time: TIME, data }),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('ChangeLines', () => {
  it('says a change of state at once and figures once a second', () => {
    const { flight, pass } = start();
    assert.equal(
      flight({ flight_state: 'Flying', altitude: 1, altitude_target: 10, is_changing_altitude: true }),
      '2026-03-01T09:30:00.250 flight/state        Flying changing-altitude altitude=1.0 target=10.0',
    );
    pass(999);
    assert.equal(flight({ flight_state: 'Flying', altitude: 2, is_changing_altitude: true }), undefined);
    pass(1);
    assert.match(flight({ flight_state: 'Flying', altitude: 3, is_changing_altitude: true }) ?? '', /altitude=3.0/);
    assert.match(flight({ flight_state: 'Landing', altitude: 3 }) ?? '', /Landing/);
  });

  it('says each notification when it begins and when it ends', () => {
    const { notification } = start();
    const windy = { severity: 'Critical', code: 30001, message: 'Windy.', begin_time: TIME };
    assert.match(notification(windy) ?? '', /Critical 30001 Windy\. since 2026/);
    assert.equal(notification(windy), undefined);
    assert.match(notification({ ...windy, end_time: TIME }) ?? '', /ended 2026/);
  });
});
