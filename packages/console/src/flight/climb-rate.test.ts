import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { altitudeTimeS, ClimbRate } from './climb-rate.ts';

describe('the climb rate', () => {
  const fed = (samples: readonly (readonly [timeS: number, altitudeM: number | undefined])[]) => {
    const rate = new ClimbRate();
    return samples.map(([timeS, altitudeM]) => rate.after(timeS, altitudeM)).at(-1);
  };

  it('is what the last two seconds changed, up and down', () => {
    const climb = Array.from({ length: 50 }, (_, step) => [step / 10, 5 + (1.5 * step) / 10] as const);
    assert.equal(fed(climb)?.toFixed(3), '1.500');
    assert.equal(fed([...climb, ...climb.map(([timeS]) => [5 + timeS, 12 - timeS] as const)])?.toFixed(3), '-1.000');
  });

  it('is not known at the beginning, after a gap and without an altitude', () => {
    assert.equal(fed([[0, 5]]), undefined);
    assert.equal(
      fed([
        [0, 5],
        [0.5, 6],
      ]),
      undefined,
    );
    assert.equal(
      fed([
        [0, 5],
        [1, 6],
        [60, 20],
      ]),
      undefined,
    );
    assert.equal(
      fed([
        [0, 5],
        [1, undefined],
        [1.5, 6],
      ]),
      undefined,
    );
  });

  it('goes by when altitudes were measured, not by when they came: several at once, from a simulation that runs fast', () => {
    const rate = new ClimbRate();
    const climb = Array.from({ length: 40 }, (_, step) => {
      const arrival = { stationTimeUs: 1_764_000_000_000_000 + step * 1e5, receivedAtMs: 9000 + Math.floor(step / 8) };
      return rate.after(altitudeTimeS(arrival, arrival.receivedAtMs), 40 - step / 10);
    });
    assert.equal(climb.at(-1)?.toFixed(3), '-1.000');
    // On the ground nothing more is told, which is a rate of 0.
    const last = { stationTimeUs: 1_764_000_003_900_000, receivedAtMs: 9004 };
    for (const nowMs of [10_004, 11_004]) rate.after(altitudeTimeS(last, nowMs), 36.1);
    assert.equal(rate.after(altitudeTimeS(last, 12_004), 36.1), 0);
  });

  it('goes by the time here where messages carry none', () => {
    assert.equal(altitudeTimeS({ receivedAtMs: 5000 }, 6500), 6.5);
  });
});
