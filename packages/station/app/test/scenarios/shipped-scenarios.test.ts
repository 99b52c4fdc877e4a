import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SCENARIOS_FOLDER } from '@kitestring/lab-scenario/file/schema-text.ts';
import { FAULT_TYPES } from '@kitestring/station-contract/sim/faults.ts';
import { comesTrue, readShipped, SHIFT, shippedScenario } from './support/shipped-scenario.ts';

const FILES = readdirSync(SCENARIOS_FOLDER).filter((name) => name.endsWith('.yaml'));

/** Two flights of the shift, with all that is expected of the twelve that whole-shift.test.ts flies. */
function shortShift(): string {
  const [shift, ...others] = readShipped(SHIFT).split('repeat: 12');
  const [before, after] = others.join().split('time > 8 h');
  assert.ok(before !== undefined && after !== undefined, 'the shift is another one');
  return `${shift}repeat: 2${before}time > 80 min${after}`;
}

describe('the scenarios that ship', () => {
  for (const name of FILES) {
    it(`${name} comes true`, async ({ signal }) => {
      await comesTrue(name === SHIFT ? shippedScenario(SHIFT, shortShift()) : shippedScenario(name), signal);
    });
  }

  it('name their schema, so that editors check and complete them', () => {
    for (const name of FILES) {
      assert.ok(readShipped(name).startsWith('# yaml-language-server: $schema=./scenario.schema.json\n'), name);
    }
  });

  it('have every fault that can be injected without video', () => {
    const used = new Set(
      FILES.flatMap((name) =>
        shippedScenario(name).steps.map(({ action }) => {
          if (action?.kind === 'reboot') return 'ground_station_reboot';
          return action?.kind === 'fault' ? action.type : '';
        }),
      ),
    );
    const missing = FAULT_TYPES.filter((type) => !used.has(type));
    assert.deepEqual(missing, ['stream_lost', 'storage_full']);
  });

  it('have a title and a family each', () => {
    const titles = FILES.map((name) => shippedScenario(name).title);
    assert.equal(new Set(titles).size, titles.length);
    for (const name of FILES) assert.notEqual(shippedScenario(name).family, 'other', name);
  });
});
