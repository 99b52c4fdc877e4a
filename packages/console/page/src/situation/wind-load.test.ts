import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getWindLoad, type MeasuredWindLoad } from '@kitestring/station-contract/station/wind-load.ts';
import { liveWindLoad, shownWindLoad } from './wind-load.ts';

const load = getWindLoad.replyExample as MeasuredWindLoad;
const read = (change: Partial<MeasuredWindLoad> = {}) => ({
  value: { ...load, ...change },
  receivedAtMs: 0,
  error: undefined,
});

describe('wind and tether as shown', () => {
  it('are live with young measurements, each by its own age', () => {
    const { tether, wind } = shownWindLoad(read({ wind_age_s: 4 }));
    assert.deepEqual(wind, { speedMps: 6.2, warnMps: 12, fromDeg: 271, isOld: true });
    assert.deepEqual(tether, { tensionN: 31, angleDeg: 8.5, warnDeg: 15, isOld: false });
  });

  it('are not live while the station does not answer', () => {
    const { tether, wind } = shownWindLoad({ ...read(), error: new Error('no answer') });
    assert.ok(wind?.isOld && tether?.isOld);
  });

  it('are plotted only while they are live', () => {
    assert.deepEqual(liveWindLoad(read(), 1000), { wind: 6.2, tension: 31 });
    assert.deepEqual(liveWindLoad(read({ wind_age_s: 4 }), 1000), { wind: undefined, tension: 31 });
    assert.deepEqual(liveWindLoad(read(), 30_000), {});
  });
});
