import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepValues } from '@kitestring/console-ui/kept-appearance.ts';
import { keptPreferences, type Preferences } from './kept-preferences.ts';

describe('the choices of a user', () => {
  const kept = (text: string | null, languages: readonly string[] = ['en-GB']) =>
    keptPreferences({ getItem: () => text }, languages);

  it('are the usual ones at first, in the language of the browser', () => {
    const { language, length, speed, textSize, theme } = kept(null, ['de-CH', 'fr']);
    assert.deepEqual([language, length, speed, textSize, theme], ['de-CH', 'm', 'm/s', '100', 'dark']);
    assert.equal(kept(null, ['de-AT']).language, 'de');
    assert.equal(kept(null, ['nl']).language, 'en');
  });

  it('come back as they were kept', () => {
    const chosen: Preferences = {
      ...kept(null),
      theme: 'night',
      textSize: '150',
      length: 'ft',
      speed: 'kn',
      isTourSeen: true,
    };
    let text = '{"of":"another page"}';
    keepValues({ getItem: () => text, setItem: (_, value) => (text = value) }, chosen);
    assert.deepEqual(kept(text), chosen);
    assert.match(text, /another page/);
  });

  it('that are none are left out, and so is what cannot be read', () => {
    assert.deepEqual(kept('{"theme":"pink","length":"furlong","textSize":150}'), kept(null));
    assert.deepEqual(kept('no JSON'), kept(null));
    assert.deepEqual(kept('null'), kept(null));
  });
});
