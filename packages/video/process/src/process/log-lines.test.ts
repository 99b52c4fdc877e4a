import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LogLines } from './log-lines.ts';
import type { LogLine } from './protocol.ts';

const line: LogLine = { level: 'debug', message: 'RTSP client connected', fields: { address: '10.0.0.7' } };

describe('lines for the log of the station', () => {
  it('are passed on, but no more than 20 in a second, and what is left out is counted', () => {
    let nowMs = 0;
    const said: LogLine[] = [];
    const lines = new LogLines(
      (each) => said.push(each),
      () => nowMs,
    );
    for (let count = 0; count < 1000; count += 1) lines.say(line);
    assert.equal(said.length, 20);
    nowMs = 1000;
    lines.say(line);
    assert.deepEqual(said.slice(20), [
      { level: 'info', message: 'lines about viewers were left out', fields: { lines: 980 } },
      line,
    ]);
  });
});
