import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Verdict } from '../row.ts';
import { errorText, expectedText, figureText, toleranceText } from './figure-text.ts';
import { type Chart, lineChart } from './line-chart.ts';
import { parameterTable } from './parameter-table.ts';

/** Generated parts of the page stand between two such lines. */
const beginOf = (part: string) => `<!-- ${part}: written by npm run verify -- --docs -->`;
const endOf = (part: string) => `<!-- end of ${part} -->`;

const PAGE = 'docs/simulator.md';

/** Files of the documentation that come from the verification, by their path in the repository. */
export function documentationFiles(
  root: string,
  verdicts: readonly Verdict[],
  charts: readonly Chart[],
): ReadonlyMap<string, string> {
  const pictures = charts.map((chart) => [`docs/assets/simulator/${chart.name}.svg`, lineChart(chart)] as const);
  const parameters = readFileSync(join(root, 'packages/simulator/src/parameters.ts'), 'utf8');
  let page = readFileSync(join(root, PAGE), 'utf8');
  page = withPart(page, 'parameters', parameterTable(parameters));
  page = withPart(page, 'verification', verdictMarkdown(verdicts));
  return new Map([[PAGE, page], ...pictures]);
}

export function writeDocumentation(root: string, verdicts: readonly Verdict[], charts: readonly Chart[]): void {
  for (const [path, content] of documentationFiles(root, verdicts, charts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function withPart(page: string, part: string, content: string): string {
  const from = page.indexOf(beginOf(part));
  const to = page.indexOf(endOf(part));
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${part}: ${beginOf(part)} ... ${endOf(part)}`);
  return `${page.slice(0, from + beginOf(part).length)}\n\n${content}\n${page.slice(to)}`;
}

function verdictMarkdown(verdicts: readonly Verdict[]): string {
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

/** What was got and how far off it is; empty where it depends on the machine. */
function outcome(verdict: Verdict): readonly [got: string, error: string] {
  if (verdict.case.isOfMachine) return ['by machine', ''];
  return [figureText(verdict.got, verdict.case), errorText(verdict)];
}

const cells = (texts: readonly string[]): string =>
  `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
