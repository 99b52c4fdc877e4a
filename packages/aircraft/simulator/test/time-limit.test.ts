import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { drivenSimulation } from './support/driven-simulation.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('A limit of time', () => {
  /** Notes each moment at which time has come to a limit. */
  function limited(speed = 1) {
    const parts = drivenSimulation(speed);
    const reached: number[] = [];
    const limitAt = (seconds: number, onReached: () => void = () => {}) =>
      parts.driver.limit({
        untilUs: seconds * 1e6,
        onReached: () => {
          reached.push(parts.simulatedS());
          onReached();
        },
      });
    parts.driver.start();
    return { ...parts, reached, limitAt };
  }

  it('is told of once, at its moment, and time stands still there', () => {
    const { realTimeClock, simulatedS, reached, limitAt } = limited(20);
    limitAt(3);
    realTimeClock.pass(500);
    assert.deepEqual(reached, [3]);
    assert.equal(simulatedS(), 3);
  });

  it('that is moved when it is reached lets time go on in the same turn, at its own speed', () => {
    const { realTimeClock, simulatedS, reached, limitAt } = limited();
    const step = () => limitAt(Math.round(simulatedS() * 10 + 1) / 10, step);
    step();
    realTimeClock.pass(1000);
    near(simulatedS(), 1, 0.03);
    assert.deepEqual(
      reached,
      Array.from({ length: reached.length }, (_, index) => Math.round((index + 1) * 10) / 100),
    );
    assert.ok(reached.length >= 9, `${reached.length}`);
  });

  it('that is lifted has what was missed caught up with, up to a second of real time', () => {
    const { realTimeClock, driver, simulatedS, limitAt } = limited();
    limitAt(1);
    realTimeClock.pass(1500);
    assert.equal(simulatedS(), 1);
    driver.limit(undefined);
    realTimeClock.pass(20);
    near(simulatedS(), 1.5, 0.05);
    limitAt(2);
    realTimeClock.pass(10_000);
    driver.limit(undefined);
    realTimeClock.pass(20);
    near(simulatedS(), 3, 0.1);
  });

  it('holds for a jump too, which goes on when the limit is gone', async () => {
    const { driver, realTimeClock, simulatedS, limitAt } = limited();
    driver.pause();
    limitAt(2);
    let isThere = false;
    const jump = driver.advance(5).then(() => {
      isThere = true;
    });
    realTimeClock.pass(100);
    await settle();
    assert.deepEqual([simulatedS(), isThere], [2, false]);
    driver.limit(undefined);
    realTimeClock.pass(100);
    await jump;
    assert.equal(simulatedS(), 5);
  });

  it('that is already there is told of without time passing, even while paused', () => {
    const { driver, realTimeClock, reached, limitAt } = limited();
    realTimeClock.pass(1000);
    driver.pause();
    limitAt(0);
    realTimeClock.pass(20);
    assert.equal(reached.length, 1);
  });

  it('between two steps is reached at the last step before it', () => {
    const { realTimeClock, reached, limitAt } = limited();
    limitAt(0.5012);
    realTimeClock.pass(1000);
    assert.deepEqual(reached, [0.5]);
  });
});
