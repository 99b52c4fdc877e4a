import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FAULT_TYPES } from '@kitestring/contract/sim/faults.ts';
import { problemText } from '@kitestring/scenario/file/problem.ts';
import { readScenario } from '@kitestring/scenario/file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '@kitestring/scenario/file/schema-text.ts';
import { resultLines } from '@kitestring/scenario/report/failure-lines.ts';
import { runScenario } from '@kitestring/scenario/run/run-scenario.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import { InProcessStation } from '../../src/scenarios/in-process-station.ts';

const FILES = readdirSync(SCENARIOS_FOLDER).filter((name) => name.endsWith('.yaml'));

const textOf = (name: string): string => readFileSync(join(SCENARIOS_FOLDER, name), 'utf8');

function scenarioOf(name: string): Scenario {
  const read = readScenario(name, textOf(name));
  assert.ok(read.ok, read.ok ? '' : read.problems.map(problemText).join('\n'));
  return read.scenario;
}

describe('the scenarios that ship', () => {
  for (const name of FILES) {
    it(`${name} comes true`, async ({ signal }) => {
      const result = await runScenario(scenarioOf(name), InProcessStation.open, { signal });
      assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
    });
  }

  it('name their schema, so that editors check and complete them', () => {
    for (const name of FILES) {
      assert.ok(textOf(name).startsWith('# yaml-language-server: $schema=./scenario.schema.json\n'), name);
    }
  });

  it('have every fault that can be injected without video', () => {
    const used = new Set(
      FILES.flatMap((name) =>
        scenarioOf(name).steps.map(({ action }) => {
          if (action?.kind === 'reboot') return 'ground_station_reboot';
          return action?.kind === 'fault' ? action.type : '';
        }),
      ),
    );
    const missing = FAULT_TYPES.filter((type) => !used.has(type));
    assert.deepEqual(missing, ['stream_lost', 'storage_full']);
  });

  it('have a title and a family each', () => {
    const titles = FILES.map((name) => scenarioOf(name).title);
    assert.equal(new Set(titles).size, titles.length);
    for (const name of FILES) assert.notEqual(scenarioOf(name).family, 'other', name);
  });
});
