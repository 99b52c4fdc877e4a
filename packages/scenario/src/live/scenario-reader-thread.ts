import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Problem } from '../file/problem.ts';
import { readScenario } from '../file/read-scenario.ts';
import { PROBLEMS_MAX, type ReaderOrder, SCENARIO_MAX_KB, type ScenarioReading } from './scenario-reader.ts';
import { shippedScenarios } from './shipped-scenarios.ts';

parentPort?.on('message', (order: ReaderOrder) => {
  parentPort?.postMessage(order.what === 'shipped' ? shippedScenarios() : reading(order.text));
});

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
