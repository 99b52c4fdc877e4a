import { stripVTControlCharacters } from 'node:util';
import type { TerminalOutput } from './context.ts';

const UP = (lines: number) => (lines === 0 ? '' : `\x1b[${lines}A`);
const CLEAR_LINE = '\x1b[2K';
const CLEAR_BELOW = '\x1b[J';
/** Synchronised output (mode 2026): the terminal shows the frame at once; others ignore it. */
const BEGIN_PICTURE = '\x1b[?2026h';
const END_PICTURE = '\x1b[?2026l';

/** The lower lines of a terminal, redrawn in place. */
export class LiveRegion {
  readonly #out: TerminalOutput;
  #height = 0;

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  draw(lines: readonly string[]): void {
    const columns = this.#out.columns();
    const shown = clipped(lines, this.#out.rows());
    const text = shown.map((line) => `\r${CLEAR_LINE}${fitted(line, columns)}\n`).join('');
    this.#out.write(`${BEGIN_PICTURE}${UP(this.#height)}${text}${CLEAR_BELOW}${END_PICTURE}`);
    this.#height = shown.length;
  }

  /** Leaves the last frame in place. */
  finish(lines: readonly string[]): void {
    this.draw(lines);
    this.#height = 0;
  }
}

/** The cursor cannot move above the top of the screen, so a frame that is too high is cut at its end. */
function clipped(lines: readonly string[], rows: number): readonly string[] {
  return lines.length < rows ? lines : [...lines.slice(0, Math.max(0, rows - 2)), '…'];
}

/** A wrapped line would shift everything below it; a line that is too long is cut and loses its colours. */
function fitted(line: string, columns: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length < columns ? line : `${plain.slice(0, columns - 2)}…`;
}
