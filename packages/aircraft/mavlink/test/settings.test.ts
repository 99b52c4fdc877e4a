import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingRules } from '../src/settings/judged-settings.ts';
import { Line } from './support/line.ts';
import { type Kind, ScriptedAutopilot } from './support/scripted-autopilot.ts';

const KINDS: readonly Kind[] = ['ArduCopter', 'PX4'];
const OF_LOSS: Readonly<Record<Kind, string>> = { ArduCopter: 'FS_GCS_ENABLE', PX4: 'NAV_DLL_ACT' };
const VERSION = { major: 4, minor: 6, patch: 3 };

async function connected(
  kind: Kind,
  prepare: (autopilot: ScriptedAutopilot) => void = () => {},
  options?: Parameters<typeof Line.begin>[0],
) {
  const line = await Line.begin(options);
  const autopilot = await ScriptedAutopilot.begin(line, kind);
  prepare(autopilot);
  const settings = () => line.kite?.settings;
  const loss = (state: string, withinS = 30) => line.until(() => settings()?.stationLoss.state === state, withinS);
  return { line, autopilot, settings, loss };
}

describe('settings of an autopilot', () => {
  for (const kind of KINDS) {
    it(`are read by name when ${kind} is there, and nothing else is asked for`, async () => {
      const { line, autopilot, loss, settings } = await connected(kind);
      await using _ = line;
      assert.ok((await loss('Lands')) !== undefined);
      assert.deepEqual(settings()?.unsafe, []);
      const names = settingRules(kind, VERSION)?.map(({ name }) => name) ?? [];
      const asked = [...new Set(autopilot.settings.reads)].filter((name) => name !== '_HASH_CHECK');
      assert.deepEqual(asked.sort(), names.toSorted());
      assert.deepEqual(autopilot.settings.writes, [], 'the driver writes nothing');
    });

    it(`of ${kind} that are unsafe are told with the wanted value, also when another ground station has changed them`, async () => {
      const name = OF_LOSS[kind];
      const { line, autopilot, loss, settings } = await connected(kind, ({ settings: held }) =>
        held.values.set(name, 0),
      );
      await using _ = line;
      assert.ok((await loss('FliesOn')) !== undefined);
      assert.deepEqual(settings()?.unsafe, [{ name, value: 0, wanted: kind === 'PX4' ? '3' : '5' }]);
      autopilot.settings.change(name, kind === 'PX4' ? 3 : 5);
      assert.ok((await loss('Lands', 5)) !== undefined);
      autopilot.settings.change(name, 1);
      assert.ok((await loss('FliesOn', 5)) !== undefined);
    });

    it(`of ${kind} that it does not tell are asked for again`, async () => {
      const { line, autopilot, loss, settings } = await connected(kind, ({ settings: held }) => {
        held.isSilent = true;
      });
      await using _ = line;
      await line.run(40);
      assert.equal(settings()?.stationLoss.state, 'NotRead');
      autopilot.settings.isSilent = false;
      assert.ok((await loss('Lands', 60)) !== undefined);
    });
  }

  for (const [kind, seed] of [
    ['ArduCopter', 1],
    ['PX4', 2],
    ['ArduCopter', 3],
  ] as const) {
    it(`of ${kind} are read over a line that loses a third of its packets, seed ${seed}`, async () => {
      const { line, autopilot, loss, settings } = await connected(kind, () => {}, { seed, loss: 0.33 });
      await using _ = line;
      assert.ok((await loss('Lands', 300)) !== undefined, JSON.stringify(settings()));
      assert.ok((await line.until(() => settings()?.unsafe.length === 0, 600)) !== undefined);
      assert.deepEqual(autopilot.settings.writes, []);
    });
  }

  it('that a firmware does not have are told as such', async () => {
    const { line, autopilot, loss, settings } = await connected('ArduCopter', ({ settings: { values } }) => {
      values.delete('FS_GCS_ENABLE');
      // These are left out by many builds.
      values.delete('BATT_FS_LOW_ACT');
      values.delete('FS_DR_ENABLE');
    });
    await using _ = line;
    assert.ok((await loss('FliesOn', 60)) !== undefined);
    assert.deepEqual(settings()?.unsafe, [{ name: 'FS_GCS_ENABLE', value: undefined, wanted: '5' }]);
    const asked = () => autopilot.settings.reads.length;
    const before = asked();
    await line.run(600);
    assert.ok(asked() > before && asked() - before < 150, `${asked() - before} requests in ten minutes`);
  });
});
