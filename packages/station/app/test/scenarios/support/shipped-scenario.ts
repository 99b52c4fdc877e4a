import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemText } from '@kitestring/lab-scenario/file/problem.ts';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '@kitestring/lab-scenario/file/schema-text.ts';
import { resultLines } from '@kitestring/lab-scenario/report/failure-lines.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { InProcessStation } from '../../../src/scenarios/in-process-station.ts';

export const SHIFT = 'shift-of-eight-hours.yaml';

export const readShipped = (name: string): string => readFileSync(join(SCENARIOS_FOLDER, name), 'utf8');

export function shippedScenario(name: string, text = readShipped(name)): Scenario {
  const read = readScenario(name, text);
  assert.ok(read.ok, read.ok ? '' : read.problems.map(problemText).join('\n'));
  return read.scenario;
}

export async function comesTrue(scenario: Scenario, signal: AbortSignal): Promise<void> {
  const result = await runScenario(scenario, InProcessStation.open, { signal });
  assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
}
