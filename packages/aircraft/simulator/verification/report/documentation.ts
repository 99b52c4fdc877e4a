import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RowResult } from '../row.ts';
import { type Chart, lineChart } from './line-chart.ts';
import { parameterTable } from './parameter-table.ts';

/** Generated parts of the page are between two such lines. */
const beginMark = (part: string) => `<!-- ${part}: written by npm run verify -- --docs -->`;
const endOf = (part: string) => `<!-- end of ${part} -->`;

const PAGES = {
  parameters: 'docs/reference/simulator-parameters.md',
  verification: 'docs/reference/simulator-verification.md',
};

/** Documentation files that the verification generates, by path in the repository. */
export function documentationFiles(
  root: string,
  verdicts: readonly RowResult[],
  charts: readonly Chart[],
): ReadonlyMap<string, string> {
  const pictures = charts.map((chart) => [`docs/assets/simulator/${chart.name}.svg`, lineChart(chart)] as const);
  const parts = { parameters: parameterTable(parameterSources(root)), verification: verdictMarkdown(verdicts) };
  const pages = (['parameters', 'verification'] as const).map(
    (part) => [PAGES[part], withPart(root, part, parts[part])] as const,
  );
  return new Map([...pages, ...pictures]);
}

/** The files of parameters, in the order in which `parameters.ts` puts them together. */
function parameterSources(root: string): readonly string[] {
  const folder = join(root, 'packages/aircraft/simulator/src');
  const whole = readFileSync(join(folder, 'parameters.ts'), 'utf8');
  return Array.from(whole.matchAll(/^import \{ (\w+)_PARAMETERS \} from '(?<path>[^']+)';$/gm))
    .sort((one, other) => whole.indexOf(`...${one[1]}_`) - whole.indexOf(`...${other[1]}_`))
    .map(({ groups }) => readFileSync(join(folder, groups?.path ?? ''), 'utf8'));
}

export function writeDocumentation(root: string, verdicts: readonly RowResult[], charts: readonly Chart[]): void {
  for (const [path, content] of documentationFiles(root, verdicts, charts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function withPart(root: string, part: keyof typeof PAGES, content: string): string {
  const page = readFileSync(join(root, PAGES[part]), 'utf8');
  const from = page.indexOf(beginMark(part));
  const to = page.indexOf(endOf(part));
  if (from < 0 || to < from)
    throw new Error(`${PAGES[part]} has no place for ${part}: ${beginMark(part)} ... ${endOf(part)}`);
  return `${page.slice(0, from + beginMark(part).length)}\n\n${content}\n${page.slice(to)}`;
}

/** Rows with a published source in a table, the others as lists; `npm run verify` prints each figure. */
function verdictMarkdown(verdicts: readonly RowResult[]): string {
  const rows = [...Map.groupBy(verdicts, ({ row }) => row)];
  const published = rows.filter(([{ source }]) => source.startsWith('published'));
  const lines = published.map(([row, its]) =>
    cells([nameOf(row), row.source.replace('published: ', ''), String(its.length), largestShare(its)]),
  );
  const heading = ['row', 'published by', 'figures', 'largest error, of its tolerance'];
  return [
    cells(heading),
    cells(['---', '---', '---:', '---:']),
    ...lines,
    ...listOf('closed form', 'Compared with a closed form', rows),
    ...listOf('own calculation', 'Compared with a calculation of our own', rows),
    '',
  ].join('\n');
}

function listOf(
  source: RowResult['row']['source'],
  title: string,
  rows: readonly (readonly [RowResult['row'], readonly RowResult[]])[],
): readonly string[] {
  const these = rows.filter(([row]) => row.source === source);
  const figures = these.flatMap(([, its]) => its);
  const summary = `${figures.length} figures; the largest error is ${largestShare(figures)} of its tolerance.`;
  return ['', `### ${title}`, '', summary, '', ...these.map(([row]) => `- ${nameOf(row)}`)];
}

const nameOf = ({ isOutsideProduct, row, title }: RowResult['row']): string =>
  `**${row}** ${title}${isOutsideProduct ? ' (not used by the product)' : ''}`;

/** Empty where the tolerances are limits, or depend on the machine. */
function largestShare(verdicts: readonly RowResult[]): string {
  const shares = verdicts.flatMap(({ case: { isOfMachine, tolerance }, error }) =>
    isOfMachine || (tolerance.kind !== 'relative' && tolerance.kind !== 'absolute')
      ? []
      : [Math.abs(error) / tolerance.value],
  );
  return shares.length === 0 ? '' : `${Math.ceil(100 * Math.max(...shares))} %`;
}

const cells = (texts: readonly string[]): string =>
  `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
