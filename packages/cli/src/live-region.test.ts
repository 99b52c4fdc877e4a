import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TerminalOutput } from './context.ts';
import { LiveRegion } from './live-region.ts';

const ESCAPE = '\x1b';
const TOKEN = new RegExp(`${ESCAPE}\\[\\??\\d*[A-Za-z]|[\r\n]|[^${ESCAPE}\r\n]+`, 'g');
const UP = new RegExp(`^${ESCAPE}\\[(\\d+)A$`);

/** A terminal that understands what LiveRegion writes, and nothing else. */
class TestTerminal implements TerminalOutput {
  readonly isTerminal = true;
  readonly hasColours = true;
  readonly lines: string[] = [''];
  #row = 0;

  columns(): number {
    return 20;
  }

  rows(): number {
    return 6;
  }

  write(text: string): void {
    for (const [token] of text.matchAll(TOKEN)) this.#take(token);
  }

  #take(token: string): void {
    const up = UP.exec(token)?.[1];
    if (up !== undefined) this.#row -= Number(up);
    else if (token === '\n') this.lines[++this.#row] ??= '';
    else if (token === `${ESCAPE}[2K`) this.lines[this.#row] = '';
    else if (token === `${ESCAPE}[J`) this.lines.splice(this.#row, this.lines.length, '');
    else if (!token.startsWith(ESCAPE) && token !== '\r') this.lines[this.#row] += token;
  }
}

describe('LiveRegion', () => {
  it('draws again in place, also when it shrinks', () => {
    const terminal = new TestTerminal();
    terminal.write('before\n');
    const region = new LiveRegion(terminal);
    region.draw(['one', 'two', 'three']);
    assert.deepEqual(terminal.lines, ['before', 'one', 'two', 'three', '']);
    region.draw(['1']);
    assert.deepEqual(terminal.lines, ['before', '1', '']);
    region.finish(['end']);
    region.draw(['next']);
    assert.deepEqual(terminal.lines, ['before', 'end', 'next', '']);
  });

  it('cuts a line that would wrap, whatever colours it has', () => {
    const terminal = new TestTerminal();
    new LiveRegion(terminal).draw([`${ESCAPE}[31m${'x'.repeat(25)}${ESCAPE}[39m`]);
    assert.equal(terminal.lines[0], `${'x'.repeat(18)}…`);
  });

  it('cuts a picture that is higher than the screen', () => {
    const terminal = new TestTerminal();
    const region = new LiveRegion(terminal);
    for (let time = 0; time < 3; time += 1) region.draw(['1', '2', '3', '4', '5', '6', '7']);
    assert.deepEqual(terminal.lines, ['1', '2', '3', '4', '…', '']);
  });
});
