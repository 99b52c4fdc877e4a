import path from 'node:path';
import { SCENARIOS_FOLDER } from '@kitestring/scenario/file/schema-text.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { paint, table } from '../terminal-text.ts';
import { showProblems } from './check.ts';
import { readScenarioFiles } from './scenario-files.ts';

/** `kitestring scenario list`. */
export async function runScenarioList(args: Arguments, context: Context): Promise<ExitStatus> {
  const shipped = path.relative(context.folder, SCENARIOS_FOLDER) || '.';
  const { scenarios, problems } = readScenarioFiles(args.words.length === 0 ? [shipped] : args.words, context.folder);
  if (problems.length > 0) showProblems(problems, context);
  if (has(args, 'json')) context.out.write(`${JSON.stringify(scenarios.map(listed), null, 1)}\n`);
  else showFamilies(scenarios, context);
  return problems.length > 0 ? 2 : 0;
}

const listed = ({ file, title, description, family, steps, expectations }: Scenario) => ({
  file,
  title,
  family,
  description,
  steps: steps.length,
  expectations: expectations.length,
});

function showFamilies(scenarios: readonly Scenario[], { out }: Context): void {
  const families = [...Map.groupBy(scenarios, ({ family }) => family)].sort(([a], [b]) => a.localeCompare(b));
  const rows = scenarios.map(({ file, title, steps, expectations }) => [
    `  ${file}`,
    title,
    `${counted(steps.length, 'step')}, ${counted(expectations.length, 'expectation')}`,
  ]);
  const lines = new Map(table(rows).map((line, index) => [scenarios[index], line]));
  for (const [family, members] of families) {
    out.write(`${paint(out, 'bold', family)}\n`);
    for (const member of members) out.write(`${lines.get(member) ?? ''}\n`);
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
