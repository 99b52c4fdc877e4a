import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { History } from './history.ts';
import { trendSource } from './trend-source.ts';
import { withEarlier } from './with-earlier.ts';

const TRENDS = {
  end_time: '2026-03-01T09:30:00.000000+00:00',
  period_s: 10,
  altitude: [1, null, 3, 4],
  altitude_target: [],
  wind_max: [],
  tension_max: [],
  kite_battery: [],
  gs_battery: [],
};

describe('plots of the last minutes', () => {
  const seen = new History<'altitude'>(['altitude'], 10);
  const source = withEarlier(seen as never, trendSource(TRENDS), 100);

  it('begin with what the station has measured', () => {
    assert.equal(source.has('altitude'), true);
    assert.deepEqual(source.columns(['altitude'], 75, 110), [
      [-30, -20, -10],
      [null, 3, 4],
    ]);
  });

  it('go on with what the page has seen since', () => {
    seen.push(95, { altitude: 5 });
    seen.push(105, { altitude: 6 });
    assert.deepEqual(source.columns(['altitude'], 75, 110), [
      [-30, -20, -10, -5],
      [null, 3, 4, 6],
    ]);
  });

  it('are what the page has seen where the station has not told its trends', () => {
    assert.deepEqual(withEarlier(seen as never, trendSource(undefined), undefined).columns(['altitude'], 0, 110), [
      [-15, -5],
      [5, 6],
    ]);
  });
});
