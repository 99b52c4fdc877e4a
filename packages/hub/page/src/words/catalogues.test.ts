import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@kitestring/console-ui/languages.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { STATION_TABLE } from '@kitestring/settings/station-table.ts';
import { loadWords } from './words.ts';

const VALUES = ['‹1›', '‹2›', '‹3›'];

/** Every text of a catalogue by its path; a function as the values that it shows. */
function texts(part: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof part === 'string') return [[path, part === '' ? 'empty' : 'text']];
  if (typeof part === 'function') {
    const text = String((part as (...values: string[]) => unknown)(...VALUES));
    return [[path, VALUES.filter((value) => text.includes(value)).join(' ')]];
  }
  return Object.entries(part as object).flatMap(([name, value]) => texts(value, `${path}.${name}`));
}

describe('every catalogue of the page', () => {
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    it(`has every text and every value of the English one: ${language}`, async () => {
      const english = texts(await loadWords('en'));
      assert.ok(english.length > 100, `${english.length} texts`);
      assert.deepEqual(Object.fromEntries(texts(await loadWords(language))), Object.fromEntries(english));
    });
  }

  for (const language of LANGUAGES) {
    it(`names only settings that exist: ${language}`, async () => {
      const named = strings(await loadWords(language)).flatMap((text) => text.match(SETTING) ?? []);
      assert.ok(named.includes('archive.audit_days'), named.join(' '));
      const isSetting = (name: string) =>
        STATION_TABLE.named(name) !== undefined || HUB_TABLE.named(name) !== undefined;
      assert.deepEqual(
        named.filter((name) => !isSetting(name)),
        [],
      );
    });
  }
});

/** Names of settings have a dot between words, where a sentence has a space behind it. */
const SETTING = /\b[a-z]\w+\.[a-z]\w+/g;

const strings = (part: unknown): readonly string[] =>
  typeof part === 'string' ? [part] : typeof part === 'function' ? [] : Object.values(part as object).flatMap(strings);
