import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { readParametersFile } from './parameters-file.ts';
import { simulatedWorld } from './simulated.ts';

describe('a file of parameters', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parameters-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const written = (text: string): string => {
    const file = path.join(folder, 'parameters.yaml');
    writeFileSync(file, text);
    return file;
  };
  const refusal = (text: string): string => {
    const file = written(text);
    try {
      readParametersFile(file);
    } catch (error) {
      assert.ok(error instanceof SettingsFault, String(error));
      return error.message.replace(file, 'FILE');
    }
    return assert.fail('nothing was refused');
  };

  it('gives what stands in it, as YAML and as JSON; an empty one gives nothing', () => {
    const yaml = 'kite:\n  massKg: 1.4 # with another camera\ntether: {diameterM: 0.0034, massPerM: 0.0125}\n';
    const expected = { kite: { massKg: 1.4 }, tether: { diameterM: 0.0034, massPerM: 0.0125 } };
    assert.deepEqual(readParametersFile(written(yaml)), expected);
    assert.deepEqual(readParametersFile(written(JSON.stringify(expected))), expected);
    assert.deepEqual(readParametersFile(written('# nothing yet\n')), {});
    const box = { rooftopBox: { lidsOpenAtStart: true } };
    assert.deepEqual(readParametersFile(written(JSON.stringify(box))), box);
  });

  it('is refused for what is unknown, of the wrong type or impossible, with its line and column', () => {
    const limits = 'the limits: Regulation (EU) 2019/945: classes C0 to C4 weigh less than 25 kg';
    assert.equal(
      refusal('kite:\n  massKg: -2\n'),
      `FILE:2:11: parameter kite.massKg must be from 0.1 to 25, got -2; ${limits}`,
    );
    assert.equal(refusal('kite:\n  mass: 2\n'), 'FILE:2:9: there is no parameter kite.mass');
    assert.equal(refusal('\nkites:\n  massKg: 2\n'), 'FILE:2:1: there is no parameter kites');
    assert.match(
      refusal('kite:\n  massKg: heavy\n'),
      /FILE:2:11: parameter kite\.massKg must be of type number, got heavy/,
    );
    assert.match(refusal('kite:\n  massKg: .nan\n'), /FILE:2:11: .*must be from 0\.1 to 25, got NaN/);
    assert.match(refusal('kite:\n  massKg: [1]\n'), /FILE:2:11: .*must be of type number, got an object/);
    assert.match(refusal('kite: 3\n'), /FILE:1:7: kite is a group of parameters/);
    assert.match(refusal('3\n'), /FILE:1:1: expected groups of parameters/);
    assert.match(refusal('kite: {massKg: 1\n'), /FILE:\d+:\d+: not valid YAML/);
    assert.match(refusal('kite:\n  massKg: 1\n  massKg: 2\n'), /FILE:3:3: not valid YAML/);
    assert.match(refusal('__proto__:\n  x: 1\n'), /there is no parameter __proto__/);
  });

  it('that is not there is named', () => {
    const missing = path.join(folder, 'missing.yaml');
    assert.throws(() => readParametersFile(missing), {
      name: 'SettingsFault',
      message: /missing\.yaml: cannot read .*no such file/,
    });
  });

  it('is used by the station that the setting names it for, or stops its start', () => {
    const settings = (text: string): ServerSettings => {
      const flags = new Map([
        ['data-dir', [folder]],
        ['sim-parameters-file', [written(text)]],
      ]);
      const { values } = loadSettings({ flags, environment: {}, folder });
      return { ...serverSettings(values, '1.2.3'), station: DEFAULT_STATION_SETTINGS };
    };
    const { aircraft } = simulatedWorld(settings('kite:\n  massKg: 1.7\n'), 0);
    assert.equal(aircraft.simulation.parameters.kite.massKg, 1.7);
    assert.throws(() => simulatedWorld(settings('kite:\n  massKg: 170\n'), 0), SettingsFault);
  });
});
