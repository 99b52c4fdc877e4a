import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { HUB_SETTING_LIST } from './hub/hub-settings.ts';
import { HUB_TABLE } from './hub/hub-table.ts';
import { loadSettings, loadSettingsOf } from './load-settings.ts';
import { SETTING_LIST } from './settings.ts';
import { hubSettingsReference, settingsReference } from './settings-reference.ts';
import { allowedValues, wrongValue } from './value.ts';

for (const [title, list] of [
  ['the table of settings', SETTING_LIST],
  ['the table of the settings of a hub', HUB_SETTING_LIST],
] as const) {
  describe(title, () => {
    it('has defaults that it would accept itself', () => {
      for (const setting of list) {
        if (setting.default !== undefined) assert.equal(wrongValue(setting, setting.default), undefined, setting.name);
      }
    });

    it('gives every setting a name, a variable and a flag of its own', () => {
      const flags = list.flatMap(({ flagName }) => flagName ?? []);
      const variables = list.map(({ variable }) => variable);
      assert.equal(new Set(flags).size, flags.length);
      assert.equal(new Set(variables).size, variables.length);
      for (const { name } of list) assert.match(name, /^[a-z0-9_]+(\.[a-z0-9_]+){0,2}$/);
    });

    it('names no setting like a group', () => {
      const groups = new Set<string>(list.flatMap(({ name }) => (name.includes('.') ? name.split('.', 1) : [])));
      for (const { name } of list) assert.ok(!groups.has(name), name);
    });

    it('can say of every setting what is allowed', () => {
      for (const setting of list) assert.doesNotMatch(allowedValues(setting), /undefined/, setting.name);
    });
  });
}

describe('names of settings', () => {
  it('stay what others rely on', () => {
    const names = new Map(SETTING_LIST.map((setting) => [setting.variable, setting.flagName]));
    assert.equal(names.get('KITESTRING_DATA_DIR'), 'data-dir');
    assert.equal(names.get('KITESTRING_HOST'), 'host');
    assert.equal(names.get('KITESTRING_PORT'), 'port');
    assert.equal(names.get('KITESTRING_SIM_SPEED'), 'sim-speed');
    assert.equal(names.get('KITESTRING_SEED'), 'seed');
    assert.equal(names.get('KITESTRING_API_VERSION'), 'api-version');
    assert.ok(names.has('KITESTRING_API_KEY') && names.get('KITESTRING_API_KEY') === undefined);
  });

  it('of a station and of a hub share no variable, and neither refuses those of the other', () => {
    const ofStation = SETTING_LIST.map(({ variable }) => variable);
    const ofHub = HUB_SETTING_LIST.map(({ variable }) => variable);
    assert.deepEqual(
      ofHub.filter((variable) => ofStation.includes(variable)),
      [],
    );
    const environment = { KITESTRING_HUB_URL: 'https://hub.example/', KITESTRING_HUB_PORT: '8443' };
    const sources = { flags: new Map([['data-dir', ['/nowhere']]]), environment, folder: '/' };
    assert.equal(loadSettings(sources).values['hub.url'], 'https://hub.example/');
    assert.equal(loadSettingsOf(HUB_TABLE, sources).values.port, 8443);
  });
});

describe('the reference of settings', () => {
  it('is fresh: npm run docs writes the same', () => {
    const file = (name: string) => readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8');
    assert.equal(file('settings.md'), settingsReference());
    assert.equal(file('hub-settings.md'), hubSettingsReference());
  });
});
