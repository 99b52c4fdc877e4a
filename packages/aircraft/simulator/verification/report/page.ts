import { escaped } from '@kitestring/base/markup.ts';
import type { RowResult } from '../row.ts';
import { errorText, expectedText, figureText, toleranceText } from './figure-text.ts';
import { type Chart, lineChart } from './line-chart.ts';
import { summary } from './table.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2733; --quiet: #51606f; --line: #d9e0e7; --ground: #f6f8fa; --card: #fff; --good: #1a7f4b; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --quiet: #9fadbb; --line: #303b47; --ground: #12181f; --card: #1a222b; --good: #4fc28a; --bad: #ff7b6e; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0 0 4px; font-size: 28px; } h2 { margin: 40px 0 12px; font-size: 20px; }
.summary { font-size: 17px; font-weight: 600; } .summary.good { color: var(--good); } .summary.bad { color: var(--bad); }
.quiet, figcaption { color: var(--quiet); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 20px; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px; }
figure svg { width: 100%; height: auto; display: block; } figcaption { padding: 8px 6px 2px; font-size: 14px; }
.frame { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 5px 12px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody:last-child tr:last-child td { border-bottom: 0; }
th[scope=rowgroup] { padding-top: 12px; font-weight: 600; } th small { font-weight: 400; color: var(--quiet); margin-left: 8px; }
td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.input { color: var(--quiet); } .ok { color: var(--good); } .wrong { color: var(--bad); font-weight: 700; }
`;

interface VerificationPage {
  readonly verdicts: readonly RowResult[];
  readonly charts: readonly Chart[];
  readonly seconds: number;
  /** Node's version: the engine decides the last bits. */
  readonly engine: string;
}

/** The page: charts and table in one file without network access. */
export function verificationPage({ verdicts, charts, seconds, engine }: VerificationPage): string {
  const isGood = verdicts.every(({ isOk }) => isOk);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verification of the simulator</title>
<style>${STYLE}</style>
<main>
<h1>Verification of the simulator</h1>
<p class="summary ${isGood ? 'good' : 'bad'}">${escaped(summary(verdicts, seconds))}</p>
<p class="quiet">Every figure is computed by the code that flies, unless its row says otherwise. Node ${escaped(engine)}.</p>
<h2>Pictures</h2>
<div class="charts">
${charts.map(figure).join('\n')}
</div>
<h2>Table</h2>
<div class="frame"><table>
<thead><tr><th>Figure</th><th>Input</th><th>Unit</th><th>Expected</th><th>Got</th><th>Error</th><th>Tolerance</th><th></th></tr></thead>
${groups(verdicts).map(group).join('\n')}
</table></div>
</main>
</html>
`;
}

const figure = (chart: Chart): string =>
  `<figure>${lineChart(chart)}<figcaption>${escaped(chart.text)}</figcaption></figure>`;

function groups(verdicts: readonly RowResult[]): readonly (readonly RowResult[])[] {
  return Map.groupBy(verdicts, ({ row }) => row.row)
    .values()
    .toArray();
}

function group(verdicts: readonly RowResult[]): string {
  const row = verdicts[0]?.row;
  if (row === undefined) return '';
  const outside = row.isOutsideProduct ? ', not used by the product' : '';
  const heading = `${row.row} ${escaped(row.title)}<small>${escaped(row.source)}${outside}</small>`;
  return `<tbody><tr><th scope="rowgroup" colspan="8">${heading}</th></tr>
${verdicts.map(line).join('\n')}</tbody>`;
}

function line(verdict: RowResult): string {
  const { case: one, got, isOk } = verdict;
  const figures = [expectedText(one), figureText(got, one), errorText(verdict), toleranceText(one.tolerance)];
  const cells = figures.map((text) => `<td class="figure">${escaped(text)}</td>`).join('');
  const mark = isOk ? '<td class="ok">ok</td>' : '<td class="wrong">not ok</td>';
  return `<tr><td>${escaped(one.name)}</td><td class="input">${escaped(one.input)}</td><td>${escaped(one.unit)}</td>${cells}${mark}</tr>`;
}
