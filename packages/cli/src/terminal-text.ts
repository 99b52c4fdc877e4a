import { styleText } from 'node:util';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { TerminalOutput } from './context.ts';

type TextStyle = Parameters<typeof styleText>[0];

/** Colours and emphasis, if the output supports them. */
export const paint = ({ hasColours }: TerminalOutput, format: TextStyle, text: string): string =>
  hasColours ? styleText(format, text, { validateStream: false }) : text;

/** A line of external text that keeps its indentation, without control characters. */
export const safeLine = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`;

/** Text of the reference without its Markdown: code without marks, links as words with the file that they lead to. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\((?:\.\.\/)*([^)]+)\)/g, (_, words: string, target: string) =>
      /^https?:/.test(target) ? `${words} (${target})` : `${words} (docs/${target.replace(/#.*$/, '')})`,
    )
    .replaceAll('**', '')
    .replaceAll('`', '');

/** Columns of text, aligned; cells of the last column may be long. */
export function table(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd((widths[index] ?? 0) + gap))).join(''),
  );
}

/** Text wrapped to lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
