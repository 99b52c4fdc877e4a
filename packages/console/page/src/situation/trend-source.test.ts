import assert from 'node:assert/strict';
import { it } from 'node:test';
import { trendSource } from './trend-source.ts';

it('Trends become columns whose times end now, with what is not known as gaps', () => {
  const source = trendSource({
    end_time: '2026-03-01T09:30:00.000000+00:00',
    period_s: 10,
    altitude: [null, 20.1, 20],
    altitude_target: [null, 20, 20],
    wind_max: [null, null, null],
    tension_max: [1, 2, 3],
    kite_battery: [100, 100, 99],
    gs_battery: [98, 98, 98],
  });
  assert.deepEqual(source.columns(['altitude', 'tension'], 0, 0), [
    [-20, -10, 0],
    [null, 20.1, 20],
    [1, 2, 3],
  ]);
  assert.deepEqual([source.has('altitude'), source.has('wind')], [true, false]);
  assert.deepEqual(trendSource(undefined).columns(['altitude'], 0, 0), [[], []]);
});
