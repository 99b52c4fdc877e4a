import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@kitestring/kit/languages.ts';
import { loadWords } from './words.ts';

const VALUES = ['‹1›', '‹2›', '‹3›'];

/** Every text of a catalogue by its path; a function as the values that it shows. */
function textsOf(part: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof part === 'string') return [[path, part === '' ? 'empty' : 'text']];
  if (typeof part === 'function') {
    const text = String((part as (...values: string[]) => unknown)(...VALUES));
    return [[path, VALUES.filter((value) => text.includes(value)).join(' ')]];
  }
  return Object.entries(part as object).flatMap(([name, value]) => textsOf(value, `${path}.${name}`));
}

describe('every catalogue of the page', () => {
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    it(`has every text and every value of the English one: ${language}`, async () => {
      const english = textsOf(await loadWords('en'));
      assert.ok(english.length > 100, `${english.length} texts`);
      assert.deepEqual(Object.fromEntries(textsOf(await loadWords(language))), Object.fromEntries(english));
    });
  }
});
