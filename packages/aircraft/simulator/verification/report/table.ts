import { styleText } from 'node:util';
import type { RowResult } from '../row.ts';
import { errorText, expectedText, figureText, toleranceText } from './figure-text.ts';

const HEADINGS = ['row', 'case', 'unit', 'expected', 'got', 'error', 'tolerance', ''];
/** Right-aligned columns. */
const NUMERIC: ReadonlySet<number> = new Set([3, 4, 5, 6]);

/** The verdicts as aligned lines for a terminal. */
export function verdictTable(verdicts: readonly RowResult[]): string {
  const lines = verdicts.map(cellsOf);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return NUMERIC.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const marked = verdicts.map(({ isOk }, index) => {
    const line = text(lines[index] ?? []);
    return isOk ? line.replace(/ok$/, styleText('green', 'ok')) : styleText('red', line);
  });
  return [styleText('bold', text(HEADINGS)), ...marked].join('\n');
}

function cellsOf(verdict: RowResult): readonly string[] {
  const { row, case: one, got, isOk } = verdict;
  return [
    row.row,
    `${row.title}: ${one.name}`,
    one.unit,
    expectedText(one),
    figureText(got, one),
    errorText(verdict),
    toleranceText(one.tolerance),
    isOk ? 'ok' : 'NOT OK',
  ];
}

/** Number of rows and cases that pass, and the ones that fail. */
export function summary(verdicts: readonly RowResult[], seconds: number): string {
  const failed = verdicts.filter(({ isOk }) => !isOk);
  const rows = new Set(verdicts.map(({ row }) => row.row));
  const wrongRows = [...new Set(failed.map(({ row }) => row.row))];
  const right = `${verdicts.length - failed.length} of ${verdicts.length} cases within tolerance`;
  const all = `${right}, ${rows.size - wrongRows.length} of ${rows.size} rows, ${seconds.toFixed(1)} s`;
  return wrongRows.length === 0 ? all : `${all}; not: ${wrongRows.join(', ')}`;
}
