import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Problem } from '../file/problem.ts';
import { readScenario } from '../file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '../file/schema-text.ts';
import type { Scenario } from '../scenario.ts';
import { PROBLEMS_MAX, type ReaderOrder, SCENARIO_MAX_KB, type ScenarioReading } from './scenario-reader.ts';

parentPort?.on('message', (order: ReaderOrder) => {
  parentPort?.postMessage(order.what === 'shipped' ? shippedScenarios() : reading(order.text));
});
// The time of an order is counted from here.
parentPort?.postMessage('ready');

function reading(text: string): ScenarioReading {
  const read = readScenario('scenario', text);
  if (!read.ok) return refusal(read.problems);
  const sizeKb = Math.ceil(serialize(read.scenario).byteLength / 1000);
  if (sizeKb <= SCENARIO_MAX_KB) return read;
  const message = `it is too long for a station that flies: ${sizeKb} kB with the repeated steps, allowed: ${SCENARIO_MAX_KB} kB; kitestring scenario run takes it`;
  return refusal([{ file: 'scenario', line: 1, column: 1, message }]);
}

const refusal = (problems: readonly Problem[]): ScenarioReading => ({
  ok: false,
  problems: problems.slice(0, PROBLEMS_MAX),
  problemCount: problems.length,
});

/** The scenarios of a folder by name (file names without `.yaml`); by family, then by name. */
function shippedScenarios(folder = SCENARIOS_FOLDER): ReadonlyMap<string, Scenario> {
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
