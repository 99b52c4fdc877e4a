import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationClock } from './station-clock.ts';

describe('the clock of the station', () => {
  it('does not know the time before the station has said it', () => {
    assert.equal(new StationClock(() => 5).nowMs(), undefined);
  });

  it('goes on from what the station has said, whatever the time of the browser', () => {
    let monotonicMs = 100;
    const clock = new StationClock(() => monotonicMs);
    clock.read('2026-03-01T09:30:00.250000+00:00');
    monotonicMs += 1500;
    assert.equal(clock.nowMs(), Date.parse('2026-03-01T09:30:01.750Z'));
    clock.heard(7_000_000);
    assert.equal(clock.nowMs(), 7000);
  });

  it('leaves a text that is no time alone', () => {
    const clock = new StationClock(() => 0);
    clock.heard(1_000_000);
    clock.read('yesterday');
    clock.read(undefined);
    assert.equal(clock.nowMs(), 1000);
  });
});
