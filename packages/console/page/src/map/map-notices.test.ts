import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@kitestring/console-ui/languages.ts';
import { MAP_ARCHIVE_FAULTS } from '@kitestring/station-contract/station/map-archive.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';
import { situationOf } from '../situation/situation.ts';
import { loadWords } from '../words/words.ts';
import { type NoticeFacts, notices } from './map-notices.ts';

const NOTHING = {
  flight: undefined,
  system: undefined,
  camera: undefined,
  stream: undefined,
  wind: undefined,
  baseHeightM: 0,
};
const STATION = { latDeg: 46.5, lonDeg: 11.35 };
const FACTS: NoticeFacts = {
  situation: { ...situationOf(NOTHING), station: STATION },
  archive: { state: { state: 'ready' }, about: { attribution: '', layers: [] }, isUnreadable: false },
  troubles: [],
  position: { center: STATION, zoom: 17 },
  hasGraphics: true,
  tilesUrl: undefined,
  pins: [],
};
const CATALOGUES = await Promise.all(LANGUAGES.map(loadWords));
const EN = await loadWords('en');
const said = (facts: Partial<NoticeFacts>) => notices({ ...FACTS, ...facts }, EN);
const none = { state: { state: 'none' as const }, about: undefined, isUnreadable: false };

describe('what of the large map is not there', () => {
  it('is nothing while all of it comes', () => {
    assert.deepEqual(said({}), []);
  });

  it('is one line for each fault of the archive, in each language', () => {
    for (const reason of MAP_ARCHIVE_FAULTS) {
      const archive = { ...none, state: { state: 'broken' as const, reason } };
      for (const words of CATALOGUES) assert.equal(notices({ ...FACTS, archive }, words).length, 1, reason);
    }
  });

  it('says that the station stands below its Kite where only that has a position', () => {
    const kite = { eastM: 0, northM: 0, upM: 20 };
    const situation = { ...FACTS.situation, station: undefined, kite, kiteAt: STATION };
    assert.deepEqual(said({ situation }), [EN.map.noStation]);
    assert.deepEqual(said({ situation: { ...situation, kiteAt: undefined } }), [EN.situation.noPlace]);
  });

  it('names the host whose tiles do not come', () => {
    const tilesUrl = 'https://{s}.tiles.example:8443/{z}/{x}/{y}.png';
    const [line] = said({ troubles: ['tiles'], tilesUrl: tilesUrl.replace('{s}.', '') });
    assert.match(line ?? '', /tiles\.example:8443/);
  });

  it('says that there is only the overview, close by and only there', () => {
    assert.deepEqual(said({ archive: none }), ['No street map is set up here: overview of the world only.']);
    assert.deepEqual(said({ archive: none, position: { center: STATION, zoom: 5 } }), []);
    assert.deepEqual(said({ archive: none, tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' }), []);
  });

  it('counts what lies where Web Mercator has no map', () => {
    const pin = (latitude: number) => ({ pin_id: `${latitude}`, name: 'x', latitude, longitude: 0 }) as Pin;
    const situation = { ...FACTS.situation, station: { latDeg: 89, lonDeg: 0 } };
    assert.deepEqual(said({ situation, pins: [pin(88), pin(-86), pin(10)] }), [
      'Station position outside the map (beyond 85° of latitude).',
      '2 pins are outside the map (beyond 85°).',
    ]);
  });
});
