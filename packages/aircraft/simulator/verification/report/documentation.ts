import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RowResult } from '../row.ts';
import { errorText, expectedText, figureText, toleranceText } from './figure-text.ts';
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

function verdictMarkdown(verdicts: readonly RowResult[]): string {
  const lines = verdicts.map((verdict, index) => {
    const { row, case: one } = verdict;
    const isFirst = verdicts[index - 1]?.row !== row;
    const outside = row.isOutsideProduct ? '; not used by the product' : '';
    const title = isFirst ? `**${row.row}** ${row.title} (${row.source}${outside})` : '';
    return cells([title, one.name, one.unit, expectedText(one), ...outcome(verdict), toleranceText(one.tolerance)]);
  });
  const heading = ['row', 'figure', 'unit', 'expected', 'got', 'error', 'tolerance'];
  const rule = ['---', '---', '---', '---:', '---:', '---:', '---:'];
  return [cells(heading), cells(rule), ...lines, ''].join('\n');
}

/** Result and its error; empty where it depends on the machine. */
function outcome(verdict: RowResult): readonly [got: string, error: string] {
  if (verdict.case.isOfMachine) return ['by machine', ''];
  return [figureText(verdict.got, verdict.case), errorText(verdict)];
}

const cells = (texts: readonly string[]): string =>
  `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
