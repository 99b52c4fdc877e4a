import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRow, meets } from './result.ts';

/** The figures of one benchmark, as of its last saved run. */
interface SavedBench {
  /** ISO 8601; the month alone where the run had no exact record. */
  readonly at: string;
  readonly node: string;
  readonly machine: { readonly cores: number; readonly cpu?: string | undefined; readonly memoryGib?: number };
  readonly rows: readonly BenchRow[];
}

/** By the name of the benchmark. */
export type Figures = Readonly<Record<string, SavedBench>>;

const FILE = join(import.meta.dirname, 'figures.json');
const PAGE = join(import.meta.dirname, '../docs/reference/performance.md');
const [BEGIN, END] = ['<!-- figures: made by npm run bench -- --save -->', '<!-- end of figures -->'];

export const savedFigures = (): Figures => JSON.parse(readFileSync(FILE, 'utf8')) as Figures;

export const performancePage = (): string => readFileSync(PAGE, 'utf8');

/** Benchmarks that were not run keep their figures. Rows without a value are left out: a program was missing. */
export function saveFigures(measured: Figures): void {
  const all = { ...savedFigures() };
  for (const [name, bench] of Object.entries(measured)) {
    const rows = bench.rows.filter(({ value }) => !Number.isNaN(value));
    if (rows.length > 0) all[name] = { ...bench, rows };
  }
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(PAGE, withFigures(performancePage(), all));
}

/** The page with the table of these figures. */
export function withFigures(page: string, figures: Figures): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`docs/reference/performance.md has no ${BEGIN} or ${END}`);
  return `${page.slice(0, before)}${BEGIN}\n\n${table(figures)}\n${page.slice(after)}`;
}

const table = (figures: Figures): string =>
  [
    '| benchmark | what | measured | limit |',
    '| --- | --- | --- | --- |',
    ...Object.entries(figures).flatMap(([bench, { at, rows }]) => {
      const start = commonStart(rows);
      const subject = start === '' || bench.startsWith(start.toLowerCase()) ? '' : ` (${start})`;
      return rows.map(({ name, value, unit, limit }, index) =>
        [
          '',
          index === 0 ? ` \`${bench}\`${subject}, ${at.slice(0, 10)} ` : ' ',
          ` ${start === '' ? name : name.slice(start.length + 2)} `,
          ` ${formatNumber(value)} ${unit}`.trimEnd().concat(' '),
          limit === undefined ? ' ' : limitCell({ name, value, unit, limit }, limit),
          '',
        ].join('|'),
      );
    }),
  ]
    .join('\n')
    .concat('\n');

/** The words before a colon that all rows share, as "hub, 1000 stations"; empty if they differ. */
function commonStart(rows: readonly BenchRow[]): string {
  const [, start = ''] = /^([^:]+): /.exec(rows[0]?.name ?? '') ?? [];
  return rows.every(({ name }) => name.startsWith(`${start}: `)) ? start : '';
}

function limitCell(row: BenchRow, { kind, value }: NonNullable<BenchRow['limit']>): string {
  const text = `${kind} ${formatNumber(value)}`;
  return meets(row) ? ` ${text} ` : ` **${text}** `;
}

/** Three digits are as much as two runs agree in; below a millionth is rounding. */
const formatNumber = (value: number): string =>
  value.toLocaleString(
    'en-US',
    Math.abs(value) < 1000
      ? { maximumSignificantDigits: 3, maximumFractionDigits: 6, roundingPriority: 'lessPrecision' }
      : { maximumFractionDigits: 0 },
  );
