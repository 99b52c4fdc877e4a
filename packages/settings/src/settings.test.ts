import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SETTING_LIST } from './settings.ts';
import { settingsReference } from './settings-reference.ts';
import { allowedValues, wrongValue } from './value.ts';

describe('the table of settings', () => {
  it('has defaults that it would accept itself', () => {
    for (const setting of SETTING_LIST) {
      if (setting.default !== undefined) assert.equal(wrongValue(setting, setting.default), undefined, setting.name);
    }
  });

  it('gives every setting a name, a variable and a flag of its own', () => {
    const flags = SETTING_LIST.flatMap(({ flagName }) => flagName ?? []);
    const variables = SETTING_LIST.map(({ variable }) => variable);
    assert.equal(new Set(flags).size, flags.length);
    assert.equal(new Set(variables).size, variables.length);
    for (const { name } of SETTING_LIST) assert.match(name, /^[a-z0-9_]+(\.[a-z0-9_]+){0,2}$/);
  });

  it('names no setting like a group', () => {
    const groups = new Set(SETTING_LIST.flatMap(({ name }) => (name.includes('.') ? name.split('.', 1) : [])));
    for (const { name } of SETTING_LIST) assert.ok(!groups.has(name), name);
  });

  it('keeps the names that others rely on', () => {
    const names = new Map(SETTING_LIST.map((setting) => [setting.variable, setting.flagName]));
    assert.equal(names.get('KITESTRING_DATA_DIR'), 'data-dir');
    assert.equal(names.get('KITESTRING_HOST'), 'host');
    assert.equal(names.get('KITESTRING_PORT'), 'port');
    assert.equal(names.get('KITESTRING_SIM_SPEED'), 'sim-speed');
    assert.equal(names.get('KITESTRING_SEED'), 'seed');
    assert.equal(names.get('KITESTRING_API_VERSION'), 'api-version');
    assert.ok(names.has('KITESTRING_API_KEY') && names.get('KITESTRING_API_KEY') === undefined);
  });

  it('can say of every setting what is allowed', () => {
    for (const setting of SETTING_LIST) assert.doesNotMatch(allowedValues(setting), /undefined/, setting.name);
  });
});

describe('docs/reference/settings.md', () => {
  it('is fresh: npm run docs writes the same', () => {
    const file = new URL('../../../docs/reference/settings.md', import.meta.url);
    assert.equal(readFileSync(file, 'utf8'), settingsReference());
  });
});
