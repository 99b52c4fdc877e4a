import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulationDriver } from '@kitestring/aircraft-simulator/simulation-driver.ts';
import { startSimulatedTime } from './simulated.ts';

describe('station time after a start', () => {
  for (const [name, lateMs] of [
    ['late', 253],
    ['much later', 5000],
    ['hardly late', 14],
    ['early', -60],
  ] as const) {
    it(`that is ${name} is UTC, also where catching up takes its time`, () => {
      const realTime = { nowMs: 1e12 };
      let timeUs = 1e15 - lateMs * 1000;
      const clock = {
        stepUs: 2500,
        fault: undefined,
        nowUs: () => timeUs,
        nextEventUs: Number.POSITIVE_INFINITY,
        // A busy machine needs an eighth of the time that it simulates.
        advanceTo: (untilUs: number) => {
          realTime.nowMs += (untilUs - timeUs) / 8000;
          timeUs = Math.floor(untilUs / 2500) * 2500;
        },
      };
      const wake: (() => void)[] = [];
      const driver = new SimulationDriver({
        clock: clock as never,
        speed: 1,
        realTimeNowMs: () => realTime.nowMs,
        setTimer: (delayMs, callback) => {
          wake.push(() => {
            realTime.nowMs += delayMs;
            callback();
          });
          return () => {};
        },
      });
      startSimulatedTime({ clock, driver }, { speed: 1 }, () => realTime.nowMs * 1000);
      for (let turn = 0; turn < 20; turn += 1) wake.shift()?.();
      const aheadMs = driver.now().timeUs / 1000 - realTime.nowMs;
      assert.ok(Math.abs(aheadMs) < 1, `${aheadMs} ms`);
      assert.equal(driver.slippedS, 0);
    });
  }
});
