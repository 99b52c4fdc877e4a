import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { drivenSimulation } from '../test/support/driven-simulation.ts';
import { SimulationFault } from './simulation-fault.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the simulation driver', () => {
  it('lets time pass as fast as the real-time clock, in a wake for each of 20 samples per second', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    realTimeClock.pass(10_000);
    near(simulatedS(), 10, 0.05);
    near(realTimeClock.wakes, 200, 2);
    assert.equal(driver.slippedS, 0);
  });

  it('that is started ahead of the real-time clock stands still until that is there', () => {
    const { realTimeClock, driver, clock, simulatedS } = drivenSimulation();
    clock.advance(0.1);
    driver.start(80);
    near(driver.now().timeUs, 20_000, 1);
    realTimeClock.pass(70);
    near(simulatedS(), 0.1, 1e-9);
    near(driver.now().timeUs, 90_000, 1);
    realTimeClock.pass(10_000);
    near(driver.now().timeUs, 10_090_000, 1);
    assert.equal(driver.slippedS, 0);
  });

  it('delivers each sample at its time, or as soon as a short wait allows when it is woken in between', () => {
    const { aircraft, realTimeClock, driver } = drivenSimulation();
    const lateMs: number[] = [];
    aircraft.onSample(({ timeUs }) => lateMs.push(realTimeClock.nowMs - timeUs / 1000));
    driver.start();
    realTimeClock.pass(1_000);
    assert.deepEqual(new Set(lateMs), new Set([0]));
    realTimeClock.pass(45);
    driver.catchUp();
    realTimeClock.pass(955);
    assert.deepEqual([...new Set(lateMs)], [0, 15]);
  });

  it('brings time up to now when that is wanted, but not in a callback of its clock', () => {
    const { aircraft, realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.catchUp();
    assert.equal(simulatedS(), 0);
    driver.start();
    realTimeClock.pass(31);
    driver.catchUp();
    near(simulatedS(), 0.03, 1e-9);
    aircraft.onSample(() => driver.catchUp());
    realTimeClock.pass(1_000);
    near(simulatedS(), 1.03, 0.05);
  });

  it('knows the time between two wakes, and that it stands still while it does', () => {
    const { clock, realTimeClock, driver } = drivenSimulation(2);
    const startUs = clock.nowUs();
    assert.deepEqual(driver.now(), { timeUs: startUs, speed: 0 });
    driver.start();
    realTimeClock.pass(1_000);
    realTimeClock.nowMs += 7;
    near((driver.now().timeUs - startUs) / 1000, 2 * 1_007, 1);
    assert.equal(driver.now().speed, 2);
    driver.pause();
    assert.deepEqual(driver.now(), { timeUs: clock.nowUs(), speed: 0 });
  });

  it('lets time pass so many times as fast, and changes speed on the way', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation(20);
    driver.start();
    realTimeClock.pass(1_000);
    near(simulatedS(), 20, 0.5);
    driver.speed = 2;
    realTimeClock.pass(10_000);
    near(simulatedS(), 40, 0.5);
    assert.equal(driver.speed, 2);
    assert.throws(() => {
      driver.speed = 0;
    }, RangeError);
    assert.throws(() => drivenSimulation(Number.POSITIVE_INFINITY), RangeError);
  });

  it('computes no longer than a slice at a time, and lets go what it can not keep up with', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation(100);
    // 20 samples per simulated second at 1 ms each make 50 times real time; 2 ms of rest after 5 of work leave 5/7 of it.
    realTimeClock.costMs = 1;
    driver.start();
    realTimeClock.pass(20_000);
    assert.ok(realTimeClock.longestBusyMs <= 10, `busy for ${realTimeClock.longestBusyMs} ms`);
    near(simulatedS(), (1_000 * 5) / 7, 30);
    // All but the tenth of a second that may be owed, at 100 times real time.
    near(driver.slippedS, 2_000 - (1_000 * 5) / 7 - 10, 40);
    realTimeClock.costMs = 0;
    const before = simulatedS();
    realTimeClock.pass(1_000);
    near(simulatedS() - before, 100 + 10, 15);
  });

  it('makes up for a stall of less than a second', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    realTimeClock.pass(1_000);
    realTimeClock.nowMs += 900;
    realTimeClock.pass(1_000);
    near(simulatedS(), 2.9, 0.05);
    assert.equal(driver.slippedS, 0);
  });

  it('passes after a stall no more than between two messages of a state: no phase of a flight goes unseen', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation(20);
    driver.start();
    realTimeClock.pass(1_000);
    const before = simulatedS();
    realTimeClock.nowMs += 900;
    realTimeClock.pass(20);
    near(simulatedS() - before, 2, 0.5);
    near(driver.slippedS, 16, 0.5);
  });

  it('makes up for no more than a second of the time in which the machine slept', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    realTimeClock.pass(1_000);
    realTimeClock.nowMs += 3_600_000;
    realTimeClock.pass(1_000);
    near(simulatedS(), 3, 0.05);
    near(driver.slippedS, 3_599, 1);
  });

  it('pauses and resumes', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    realTimeClock.pass(1_000);
    driver.pause();
    const pausedAtS = simulatedS();
    realTimeClock.pass(5_000);
    assert.equal(simulatedS(), pausedAtS);
    assert.equal(driver.isPaused, true);
    driver.resume();
    realTimeClock.pass(1_000);
    near(simulatedS(), pausedAtS + 1, 0.05);
  });

  it('passes as much time as is wanted while it is paused, in slices, and then stands still', () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    realTimeClock.costMs = 0.2;
    driver.start();
    driver.pause();
    driver.passUntil(() => simulatedS() >= 60);
    realTimeClock.pass(1_000);
    near(simulatedS(), 60, 0.25);
    assert.ok(realTimeClock.longestBusyMs <= 10, `busy for ${realTimeClock.longestBusyMs} ms`);
    const thereS = simulatedS();
    realTimeClock.pass(1_000);
    assert.equal(simulatedS(), thereS);
    assert.equal(driver.isPaused, true);
  });

  it('passes the time that is wanted after the advances that wait, which end when they should', async () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    driver.pause();
    driver.passUntil(() => simulatedS() >= 20);
    let atS = 0;
    const advanced = driver.advance(10).then(() => {
      atS = simulatedS();
    });
    realTimeClock.pass(1);
    await advanced;
    assert.ok(atS >= 10);
    realTimeClock.pass(100);
    near(simulatedS(), 20, 0.25);
  });

  it('advances at once, in slices, and says when it is done; the real time in between is not added', async () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    realTimeClock.costMs = 0.2;
    driver.start();
    realTimeClock.pass(1_000);
    const startS = simulatedS();
    const order: string[] = [];
    const first = driver.advance(60).then(() => order.push(`first at ${Math.round(simulatedS() - startS)}`));
    const second = driver.advance(0.001).then(() => order.push('second'));
    realTimeClock.pass(0);
    await settle();
    assert.deepEqual(order, []);
    realTimeClock.pass(300);
    await Promise.all([first, second]);
    assert.deepEqual(order, ['first at 60', 'second']);
    assert.ok(realTimeClock.longestBusyMs <= 7, `busy for ${realTimeClock.longestBusyMs} ms`);
    near(simulatedS(), startS + 60, 0.2);
  });

  it('advances while it is paused', async () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    driver.pause();
    const done = driver.advance(5);
    realTimeClock.pass(100);
    await done;
    assert.equal(simulatedS(), 5);
  });

  it('advances by as many steps as are in the seconds, and by one more for a part of one', async () => {
    const { realTimeClock, clock, driver } = drivenSimulation();
    driver.start();
    driver.pause();
    const passesUs = async (seconds: number): Promise<number> => {
      const startUs = clock.nowUs();
      const done = driver.advance(seconds);
      realTimeClock.pass(100);
      await done;
      return clock.nowUs() - startUs;
    };
    // Times 1e6, 1.0075 and 2.015 are a little more than so many microseconds.
    for (const seconds of [0.0025, 0.07, 1.0075, 2.015, 4.03]) {
      assert.equal(await passesUs(seconds), Math.round(seconds * 1e6), `${seconds} s`);
    }
    assert.equal(await passesUs(0.0701), 72_500);
  });

  it('refuses to advance by what is no time', async () => {
    const { driver } = drivenSimulation();
    driver.start();
    await assert.rejects(driver.advance(-1), RangeError);
    await assert.rejects(driver.advance(Number.NaN), RangeError);
  });

  it('stops, and tells those who wait', async () => {
    const { realTimeClock, driver, simulatedS } = drivenSimulation();
    driver.start();
    realTimeClock.pass(1_000);
    const waiting = driver.advance(5);
    driver.stop();
    await assert.rejects(waiting, /stopped/);
    const stoppedAtS = simulatedS();
    realTimeClock.pass(1_000);
    assert.equal(simulatedS(), stoppedAtS);
    assert.equal(realTimeClock.hasTimer, false);
    await assert.rejects(driver.advance(1), /not running/);
  });

  it('can be stopped and paused from inside the simulation', () => {
    const { realTimeClock, driver, clock, simulatedS } = drivenSimulation(100);
    clock.schedule(2_000_000, () => driver.pause());
    driver.start();
    realTimeClock.pass(1_000);
    near(simulatedS(), 2.1, 0.2);
    clock.schedule(clock.nowUs() + 1_000_000, () => driver.stop());
    driver.resume();
    realTimeClock.pass(1_000);
    near(simulatedS(), 3.2, 0.3);
    assert.equal(realTimeClock.hasTimer, false);
  });

  it('ends when the simulation fails, and tells those who wait why', async () => {
    const { realTimeClock, driver, clock } = drivenSimulation();
    clock.schedule(1_000_000, () => {
      throw new Error('bug of the station');
    });
    driver.start();
    const waiting = driver.advance(5);
    realTimeClock.pass(1_000);
    await assert.rejects(waiting, SimulationFault);
    assert.ok(clock.fault);
    assert.equal(realTimeClock.hasTimer, false);
    await assert.rejects(driver.advance(1), SimulationFault);
  });
});
