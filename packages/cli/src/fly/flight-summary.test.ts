import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flightSummary } from './flight-summary.ts';
import { StationPace } from './station-pace.ts';

/** The summary of a flight of ten minutes of station time, told by a message every 50 ms of wall time. */
function summaryAt(speed: number): string {
  let wallMs = 0;
  const pace = new StationPace(() => wallMs);
  pace.observe(0);
  const startS = pace.nowS();
  for (wallMs = 50; wallMs * speed <= 600_000; wallMs += 50) pace.observe(wallMs * 1000 * speed);
  wallMs = 600_000 / speed;
  return flightSummary(pace, startS);
}

describe('flightSummary', () => {
  it('has the length in station time, and the speed of a simulation', () => {
    assert.equal(summaryAt(20), '600 s of flight, at 20 times real time.');
    assert.equal(summaryAt(2.5), '600 s of flight, at 2.5 times real time.');
    assert.equal(summaryAt(0.5), '600 s of flight, at 0.5 times real time.');
  });

  it('has no speed where station time runs with the wall clock', () => {
    assert.equal(summaryAt(1), '600 s of flight.');
    assert.equal(summaryAt(1.04), '600 s of flight.');
  });

  it('has no speed where none is known', () => {
    const pace = new StationPace(() => 7000);
    assert.equal(flightSummary(pace, 1), '6 s of flight.');
  });
});
