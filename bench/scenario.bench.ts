import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '@kitestring/lab-scenario/file/schema-text.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import { InProcessStation } from '@kitestring/station-app/scenarios/in-process-station.ts';
import { type BenchRow, figure } from './result.ts';

const SHIFT = 'shift-of-eight-hours.yaml';

/** A scenario of eight hours: the whole station, its API and every expectation, as in CI. */
export async function benchScenario(): Promise<BenchRow[]> {
  const read = readScenario(SHIFT, readFileSync(join(SCENARIOS_FOLDER, SHIFT), 'utf8'));
  if (!read.ok) throw new Error(`${SHIFT} is wrong: ${JSON.stringify(read.problems)}`);
  const { signal } = new AbortController();
  const { outcome, realMs, simulatedS } = await runScenario(read.scenario, InProcessStation.open, { signal });
  if (outcome !== 'passed') throw new Error(`${SHIFT} ${outcome}`);
  const hours = (simulatedS / 3600).toFixed(1);
  return [
    figure('scenario of 8 hours', realMs / 1000, 's', {
      atMost: 60,
      note: `${hours} h of station time, ${Math.round((simulatedS * 1000) / realMs)} times real time`,
    }),
  ];
}
