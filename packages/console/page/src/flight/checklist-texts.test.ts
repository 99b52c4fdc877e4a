import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linesToTexts, shownText } from './checklist-texts.ts';

const TOPICS = { people: 'Personen', landing_area: 'Landefläche', weather: 'Wetter', airspace: 'Luftraum' };
const ITEMS = [{ text: 'People are clear.', topic: 'people' as const }, { text: 'Cones set' }];

it('shows the station’s own checks in the language of the page, and sends back their text, not the translation', () => {
  const shown = ITEMS.map((item) => shownText(item, TOPICS));
  assert.deepEqual(shown, ['Personen', 'Cones set']);
  assert.deepEqual(linesToTexts(`${shown.join('\n')}\n\n Lamps on `, ITEMS, TOPICS), [
    ...['People are clear.', 'Cones set', 'Lamps on'],
  ]);
});
