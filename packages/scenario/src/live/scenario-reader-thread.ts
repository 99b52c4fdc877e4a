import { parentPort } from 'node:worker_threads';
import { readScenario } from '../file/read-scenario.ts';
import { PROBLEMS_MAX, type ReaderOrder, type ScenarioReading } from './scenario-reader.ts';
import { shippedScenarios } from './shipped-scenarios.ts';

parentPort?.on('message', (order: ReaderOrder) => {
  parentPort?.postMessage(order.what === 'shipped' ? shippedScenarios() : reading(order.text));
});

function reading(text: string): ScenarioReading {
  const read = readScenario('scenario', text);
  if (read.ok) return read;
  const { problems } = read;
  return { ok: false, problems: problems.slice(0, PROBLEMS_MAX), problemCount: problems.length };
}
