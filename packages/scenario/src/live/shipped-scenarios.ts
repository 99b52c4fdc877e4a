import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readScenario } from '../file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '../file/schema-text.ts';
import type { Scenario } from '../scenario.ts';

/** The scenarios of a folder by name (file names without `.yaml`); by family, then by name. */
export function shippedScenarios(folder = SCENARIOS_FOLDER): ReadonlyMap<string, Scenario> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const read = files.map((file) => [file.slice(0, -'.yaml'.length), scenarioOf(folder, file)] as const);
  const right = read.flatMap(([name, scenario]) => (scenario === undefined ? [] : [[name, scenario] as const]));
  return new Map(right.sort(([a, { family: x }], [b, { family: y }]) => x.localeCompare(y) || a.localeCompare(b)));
}

function scenarioOf(folder: string, file: string): Scenario | undefined {
  const read = readScenario(file, readFileSync(path.join(folder, file), 'utf8'));
  return read.ok ? read.scenario : undefined;
}
