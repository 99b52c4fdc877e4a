import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COORDINATE_SYSTEM_IDS, COORDINATE_SYSTEMS, type CoordinateSystemId } from './coordinate-systems.ts';
import { lv95 } from './lv95.ts';
import { utmOf } from './utm.ts';

const textIn = (id: CoordinateSystemId, latDeg: number, lonDeg: number) =>
  COORDINATE_SYSTEMS.find((system) => system.id === id)?.textOf({ latDeg, lonDeg });

const near = (got: number | undefined, wanted: number, within: number) =>
  assert.ok(Math.abs((got ?? Number.NaN) - wanted) <= within, `${got} is not within ${within} of ${wanted}`);

/** By NGA's GEOTRANS (mgrs 1.6.0 of PyPI), which cuts to the metre as we do. */
const MGRS = [
  ['Baghdad, the example of GeographicLib’s GeoConvert', 33.33424, 44.40363, '38S MB 44500 88500'],
  ['Toronto', 43.642567, -79.387139, '17T PJ 30084 33438'],
  ['Bolzano', 46.4997905, 11.350561, '32T PS 80361 52264'],
  ['Sydney', -33.9, 151.2, '56H LH 33568 47473'],
  ['Ushuaia', -54.8, -68.3, '19F EV 45000 27239'],
  ['Bergen, in the zone of all of Norway', 60, 5, '32V KM 76979 58157'],
  ['the sea west of Norway, where its zone begins', 56, 3, '32V JH 26049 22336'],
  ['just south of it', 55.9999, 3, '31U EC 00000 06068'],
  ['the north end of it', 63.9999, 3, '32V KS 06856 10816'],
  ['just north of it', 64, 3, '31W EL 00000 97014'],
  ['Longyearbyen on Svalbard', 78.2, 15.6, '33X WG 13696 80760'],
  ['Svalbard, before 9° E', 72, 8.999, '31X GV 06602 99230'],
  ['Svalbard, from 9° E', 72, 9, '33X TV 93363 99233'],
  ['Svalbard, from 21° E', 75, 21, '35X LD 26931 32368'],
  ['Svalbard, from 33° E', 75, 33, '37X CD 26931 32368'],
  ['Svalbard, before 42° E', 75, 41.999, '37X ED 86608 25796'],
  ['the northern end', 84, 20, '33X WP 58278 30624'],
  ['the southern end', -80, 0, '31C DM 41867 16915'],
  ['the equator', 0, 0, '31N AA 66021 00000'],
  ['just south of the equator', -0.0001, 0.0001, '31M AV 66032 99988'],
  ['the date line', 51, -180, '01U BS 89511 54109'],
  ['the date line by its other name', 51, 180, '01U BS 89511 54109'],
] as const;

/** By PROJ 9 (pyproj 3.7.2); Toronto: the example of Wikipedia’s article on UTM, 17 630084 4833438. */
const UTM = [
  [33.33424, 44.40363, 38, 'S', 444_500.203, 3_688_500.544],
  [60, 5, 32, 'V', 276_979.926, 6_658_157.202],
  [78.2, 15.6, 33, 'X', 513_696.945, 8_680_760.053],
  [-33.9, 151.2, 56, 'H', 333_568.941, 6_247_473.337],
  [43.642567, -79.387139, 17, 'T', 630_084.301, 4_833_438.586],
] as const;

describe('coordinates', () => {
  it('has one table, in the order of the ids', () => {
    assert.deepEqual(
      COORDINATE_SYSTEMS.map(({ id }) => id),
      COORDINATE_SYSTEM_IDS,
    );
  });

  for (const [name, lat, lon, text] of MGRS) {
    it(`in MGRS: ${name}`, () => assert.equal(textIn('mgrs', lat, lon), text));
  }

  for (const [lat, lon, zone, band, eastingM, northingM] of UTM) {
    it(`in UTM: ${lat} ${lon} to a millimetre`, () => {
      const utm = utmOf({ latDeg: lat, lonDeg: lon });
      assert.deepEqual([utm?.zone, utm?.band], [zone, band]);
      near(utm?.eastingM, eastingM, 0.001);
      near(utm?.northingM, northingM, 0.001);
    });
  }

  it('in UTM have zone, band, easting and northing to the nearest metre', () => {
    assert.equal(textIn('utm', 43.642567, -79.387139), '17T 630084 4833439');
  });

  it('at the poles are not in UTM and MGRS, but in degrees', () => {
    for (const lat of [84.0001, 90, -80.0001, -90]) {
      assert.equal(textIn('utm', lat, 10), undefined);
      assert.equal(textIn('mgrs', lat, 10), undefined);
      assert.ok(textIn('decimal', lat, 10));
    }
  });

  it('in the Swiss grid agree with the example that swisstopo publishes', () => {
    // 46° 2' 38.87" N 8° 43' 49.79" E is 2 699 999.76 1 099 999.97 by the approximate formulas.
    const grid = lv95({ latDeg: 46 + 2 / 60 + 38.87 / 3600, lonDeg: 8 + 43 / 60 + 49.79 / 3600 });
    near(grid?.eastM, 2_699_999.76, 0.006);
    near(grid?.northM, 1_099_999.97, 0.006);
    assert.equal(textIn('lv95', 47.3769, 8.5417), '2683304 / 1247926');
  });

  it('in the Swiss grid are there in Switzerland alone', () => {
    assert.equal(textIn('lv95', 46.5, 11.35), undefined);
    assert.equal(textIn('lv95', -33.9, 151.2), undefined);
  });

  it('in degrees, minutes and seconds carry what is rounded up', () => {
    assert.equal(textIn('dms', 46.9999999, -7.9999999), '47°00′00.00″N 008°00′00.00″W');
    assert.equal(textIn('dms', 46.044130556, 8.730497222), '46°02′38.87″N 008°43′49.79″E');
    assert.equal(textIn('dms', -33.9, 151.2), '33°54′00.00″S 151°12′00.00″E');
    assert.equal(textIn('dms', -1e-9, -1e-9), '00°00′00.00″N 000°00′00.00″E');
  });

  it('in decimals have six digits and no negative zero', () => {
    assert.equal(textIn('decimal', -1e-9, 180), '0.000000, 180.000000');
    assert.equal(textIn('decimal', 46.49979049, 11.350561), '46.499790, 11.350561');
  });
});
