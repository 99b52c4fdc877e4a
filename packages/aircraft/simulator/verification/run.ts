import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verificationCharts } from './report/charts.ts';
import { writeDocumentation } from './report/documentation.ts';
import { verificationPage } from './report/page.ts';
import { summary, verdictTable } from './report/table.ts';
import { judge, type RowResult } from './row.ts';
import { VERIFICATION_ROWS } from './rows.ts';

/*
 * `npm run verify [-- --docs]`: runs every row, prints the table, writes out/verification.html; with --docs also the
 * pictures of docs/explanation/simulator.md and docs/reference/simulator-verification.md. Exit code 1 when a row is out of its tolerance.
 */
const root = join(import.meta.dirname, '..', '..', '..', '..');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--docs');
if (unknown.length > 0) {
  console.error(`unknown argument ${unknown.join(', ')}; there is --docs`);
  process.exit(2);
}

const start = performance.now();
const verdicts: readonly RowResult[] = VERIFICATION_ROWS.flatMap((row) => row.cases.map((one) => judge(row, one)));
const charts = verificationCharts();
const seconds = (performance.now() - start) / 1000;

console.log(verdictTable(verdicts));
console.log(`\n${summary(verdicts, seconds)}`);

const page = join(root, 'out', 'verification.html');
mkdirSync(join(root, 'out'), { recursive: true });
writeFileSync(page, verificationPage({ verdicts, charts, seconds, engine: process.version }));
console.log(`pictures and table: ${page}`);

if (process.argv.includes('--docs')) writeDocumentation(root, verdicts, charts);
if (verdicts.some(({ isOk }) => !isOk)) process.exitCode = 1;
