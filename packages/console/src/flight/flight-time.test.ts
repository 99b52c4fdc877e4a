import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockText, flightTimeS, NO_FLIGHT_TIME, nextFlightTime } from './flight-time.ts';

describe('the time of this flight', () => {
  it('counts from the last reading on the ground', () => {
    let time = nextFlightTime(NO_FLIGHT_TIME, 12.4, 'StandBy');
    time = nextFlightTime(time, 12.4, 'TakingOff');
    time = nextFlightTime(time, 12.5, 'Flying');
    assert.ok(Math.abs((flightTimeS(time) ?? 0) - 360) < 0.001);
    assert.equal(flightTimeS(nextFlightTime(time, 12.6, 'StandBy')), 0);
  });

  it('is not known to a page that was opened in the air', () => {
    assert.equal(flightTimeS(nextFlightTime(NO_FLIGHT_TIME, 12.5, 'Flying')), undefined);
    assert.equal(flightTimeS(nextFlightTime(NO_FLIGHT_TIME, undefined, 'StandBy')), undefined);
  });

  it('is written as a clock', () => {
    assert.equal(clockText(0), '0:00');
    assert.equal(clockText(425.9), '7:05');
    assert.equal(clockText(4025), '1:07:05');
  });
});
