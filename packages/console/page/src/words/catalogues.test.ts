import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@kitestring/console-ui/languages.ts';
import { ACCOUNT_CATALOGUES } from './account-catalogues.ts';
import { loadLaterWords } from './later-words.ts';
import { loadWords } from './words.ts';

/** Stand for the values that a text is given; those of which a text says nothing are told by the English one. */
const VALUES = ['‹1›', '‹2›', '‹3›', '‹4›'];

/** Every text of a catalogue by its path, functions as the values that they show. */
function texts(part: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof part === 'string') return new Map([[path, 'text']]);
  if (typeof part === 'function') return new Map([[path, shownBy(part as (...values: string[]) => unknown)]]);
  if (typeof part !== 'object' || part === null) return new Map();
  return new Map(
    Object.entries(part).flatMap(([key, value]) => [...texts(value, path === '' ? key : `${path}.${key}`)]),
  );
}

/** Which of the values stand in the text that a function makes; one that asks for numbers is told apart by its count. */
function shownBy(make: (...values: string[]) => unknown): string {
  try {
    const text = String(make(...VALUES));
    return VALUES.filter((value) => text.includes(value)).join(' ') || `of ${make.length}`;
  } catch {
    return `of ${make.length}`;
  }
}

describe('every catalogue', () => {
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    it(`has every text and every value of the English one: ${language}`, async () => {
      const [own, english] = [texts(await loadWords(language)), texts(await loadWords('en'))];
      assert.ok(english.size > 700, `${english.size} texts`);
      assert.deepEqual(Object.fromEntries(own), Object.fromEntries(english));
    });

    it(`has help, tour and what the station says: ${language}`, async () => {
      const [own, english] = [await loadLaterWords(language), await loadLaterWords('en')];
      assert.deepEqual([...texts(own.help)], [...texts(english.help)]);
      assert.deepEqual([...texts(own.tour)], [...texts(english.tour)]);
      assert.notEqual(own.translator, undefined);
    });

    it(`has accounts and their administration: ${language}`, () => {
      assert.deepEqual([...texts(ACCOUNT_CATALOGUES[language])], [...texts(ACCOUNT_CATALOGUES.en)]);
    });
  }

  it('of Switzerland has no ß of its own, and keeps that of a name', async () => {
    const { recordings, shell } = await loadWords('de-CH');
    const german = await loadWords('de');
    assert.equal(shell.lengthUnits.ft, 'Fuss');
    assert.equal(german.shell.lengthUnits.ft, 'Fuß');
    assert.equal(recordings.kinds.any, german.recordings.kinds.any);
    const { handoff } = await loadWords('de-CH');
    assert.match(handoff.releaseTo('Strauß'), /Strauß/);
    const { help } = await loadLaterWords('de-CH');
    assert.doesNotMatch(JSON.stringify(help), /ß/);
    assert.match(JSON.stringify((await loadLaterWords('de')).help), /ß/);
  });
});
