import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catchUp } from './hover.ts';

/** A driver whose jumps take a share of the time that they simulate. */
function simulated(lateS: number, share: number) {
  const time = { realUs: 1e15, stationUs: 1e15 - lateS * 1e6 };
  const driver = {
    now: () => ({ timeUs: time.stationUs, speed: 1 }),
    advance: async (seconds: number) => {
      time.realUs += seconds * share * 1e6;
      time.stationUs += Math.ceil(seconds * 400) * 2500;
    },
  };
  return { driver, time };
}

describe('the clock of kitestring camera', () => {
  for (const share of [0.01, 0.3, 0.6])
    it(`is that of the wall after the jump, on a machine that needs ${share} of the simulated time`, async () => {
      const { driver, time } = simulated(97, share);
      const aheadS = await catchUp({ driver }, () => time.realUs);
      assert.ok(Math.abs(aheadS) < 0.05, `${aheadS} s`);
      assert.equal(aheadS, (time.stationUs - time.realUs) / 1e6);
    });

  it('tells how far it is ahead, since station time never goes back', async () => {
    const { driver, time } = simulated(-41, 0.1);
    assert.equal(await catchUp({ driver }, () => time.realUs), 41);
  });

  it('gives up on a machine that is slower than the world', async () => {
    const { driver, time } = simulated(1, 1.1);
    assert.ok((await catchUp({ driver }, () => time.realUs)) < -1);
  });
});
