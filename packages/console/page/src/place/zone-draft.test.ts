import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { NEW_DRAFT, readDraft } from './zone-draft.ts';

const station = { latDeg: 47.3769, lonDeg: 8.5417 };
const named = { ...NEW_DRAFT, name: ' Tether circle ' };

describe('a zone as it is typed', () => {
  it('says the first thing that is missing', () => {
    assert.equal(readDraft(NEW_DRAFT, { points: [], station }), 'name');
    assert.equal(readDraft(named, { points: [], station: undefined }), 'station');
    for (const radius of ['', '4', '5001', 'x', '1e9']) {
      assert.equal(readDraft({ ...named, radius }, { points: [], station }), 'radius', radius);
    }
    assert.equal(readDraft({ ...named, shape: 'points' }, { points: [station], station }), 'points');
    const at = (eastM: number, northM: number) => placeFrom(station, { eastM, northM });
    const drawn = { ...named, shape: 'points' as const };
    assert.equal(readDraft(drawn, { points: [at(0, 0), at(0, 4)], station }), 'radius');
    assert.equal(readDraft(drawn, { points: [at(0, 0), at(9, 9), at(9, 0), at(0, 9)], station }), 'crossed');
    assert.equal(readDraft({ ...named, rule: 'altitude_max', altitude: '0' }, { points: [], station }), 'altitude');
  });

  it('is sent with its name trimmed, and its altitude only where the rule has one', () => {
    const circle = { latitude: station.latDeg, longitude: station.lonDeg, radius: 7.5 };
    const typed = { ...named, radius: '7,5', altitude: '40' };
    assert.deepEqual(readDraft(typed, { points: [], station }), { name: 'Tether circle', rule: 'stay_inside', circle });
    assert.deepEqual(readDraft({ ...typed, rule: 'altitude_max' }, { points: [], station }), {
      name: 'Tether circle',
      rule: 'altitude_max',
      altitude_max: 40,
      circle,
    });
  });
});
