import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationClock } from '@kitestring/client/station-clock.ts';
import { flightSummary } from './flight-summary.ts';

/** The summary of a flight of ten minutes of station time, told by a message every 50 ms of real time. */
function summaryAt(speed: number): string {
  let realTimeMs = 0;
  const clock = new StationClock(() => realTimeMs);
  clock.observe(0);
  const startS = clock.elapsedS();
  for (realTimeMs = 50; realTimeMs * speed <= 600_000; realTimeMs += 50) clock.observe(realTimeMs * 1000 * speed);
  realTimeMs = 600_000 / speed;
  return flightSummary(clock, startS);
}

describe('flightSummary', () => {
  it('has the length in station time, and the speed of a simulation', () => {
    assert.equal(summaryAt(20), '600 s of flight, at 20 times real time.');
    assert.equal(summaryAt(2.5), '600 s of flight, at 2.5 times real time.');
    assert.equal(summaryAt(0.5), '600 s of flight, at 0.5 times real time.');
  });

  it('has no speed where station time runs with the real-time clock', () => {
    assert.equal(summaryAt(1), '600 s of flight.');
    assert.equal(summaryAt(1.04), '600 s of flight.');
  });

  it('has no speed where none is known', () => {
    const clock = new StationClock(() => 7000);
    assert.equal(flightSummary(clock, 1), '6 s of flight.');
  });
});
