import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TerminalOutput } from '../context.ts';
import { prettyLine } from './pretty-log.ts';

const out: TerminalOutput = {
  write: () => {},
  isTerminal: false,
  hasColours: false,
  columns: () => 80,
  rows: () => 24,
};
const time = '2026-03-01T09:30:05.000Z';

describe('prettyLine', () => {
  it('shows time, level, message and fields', () => {
    const json = JSON.stringify({
      level: 30,
      time,
      pid: 7,
      hostname: 'h',
      url: 'http://x',
      name: 'a b',
      n: 2,
      msg: 'listening',
    });
    assert.equal(prettyLine(out, json), '09:30:05 info  listening  url=http://x name="a b" n=2\n');
  });

  it('shows the stack of an error', () => {
    const json = JSON.stringify({ level: 50, time, err: { type: 'Error', stack: 'Error: x\n  at y' }, msg: 'bug' });
    assert.match(prettyLine(out, json), /^09:30:05 error bug {2}err=\nError: x\n {2}at y\n$/);
  });

  it('lets through what is no log line', () => assert.equal(prettyLine(out, 'hello\n'), 'hello\n'));
});
