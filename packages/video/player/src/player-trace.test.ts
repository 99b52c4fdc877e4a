import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PlayerTrace } from './player-trace.ts';

it('a trace has the last 300 things that happened, each with its time', () => {
  let nowMs = Date.UTC(2026, 2, 1, 9, 30);
  const trace = new PlayerTrace(() => nowMs);
  for (let index = 0; index < 1000; index += 1) {
    trace.add(`event ${index}`);
    nowMs += 250;
  }
  assert.equal(trace.entries.length, 300);
  const lines = trace.text().split('\n');
  assert.equal(lines[0], '2026-03-01T09:32:55.000Z event 700');
  assert.equal(lines.at(-2), '2026-03-01T09:34:09.750Z event 999');
});
