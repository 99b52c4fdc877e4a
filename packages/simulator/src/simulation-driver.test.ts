import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedAircraft } from './simulated-aircraft.ts';
import { SimulationClock } from './simulation-clock.ts';
import { SimulationDriver } from './simulation-driver.ts';
import { SimulationFault } from './simulation-fault.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A wall clock and timers in the hands of the test. `costMs` is the wall time that each sample takes to compute. */
class Wall {
  nowMs = 0;
  costMs = 0;
  longestBusyMs = 0;
  wakes = 0;
  #due: { readonly atMs: number; readonly callback: () => void } | undefined;

  readonly setTimer = (delayMs: number, callback: () => void) => {
    const own = { atMs: this.nowMs + delayMs, callback };
    this.#due = own;
    return () => {
      if (this.#due === own) this.#due = undefined;
    };
  };

  get hasTimer(): boolean {
    return this.#due !== undefined;
  }

  /** Lets wall time pass. @param idleMs time after each wake in which the process does not get the processor */
  pass(ms: number, idleMs = 0): void {
    const untilMs = this.nowMs + ms;
    while (this.#due !== undefined && this.#due.atMs <= untilMs) {
      const { atMs, callback } = this.#due;
      this.#due = undefined;
      this.nowMs = Math.max(this.nowMs, atMs);
      const startMs = this.nowMs;
      callback();
      this.longestBusyMs = Math.max(this.longestBusyMs, this.nowMs - startMs);
      this.wakes += 1;
      this.nowMs += idleMs;
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }
}

function make(speed = 1) {
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0 });
  const clock = new SimulationClock(aircraft);
  const wall = new Wall();
  aircraft.onSample(() => {
    wall.nowMs += wall.costMs;
  });
  const driver = new SimulationDriver({ clock, speed, wallNowMs: () => wall.nowMs, setTimer: wall.setTimer });
  const simulatedS = () => clock.nowUs() / 1e6;
  return { aircraft, clock, wall, driver, simulatedS };
}

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the simulation driver', () => {
  it('lets time pass as fast as the wall clock, in 50 wakes per second', () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    wall.pass(10_000);
    near(simulatedS(), 10, 0.03);
    near(wall.wakes, 500, 2);
    assert.equal(driver.slippedS, 0);
  });

  it('knows the time between two wakes, and that it stands still while it does', () => {
    const { clock, wall, driver } = make(2);
    const startUs = clock.nowUs();
    assert.deepEqual(driver.now(), { timeUs: startUs, speed: 0 });
    driver.start();
    wall.pass(1_000);
    wall.nowMs += 7;
    near((driver.now().timeUs - startUs) / 1000, 2 * 1_007, 1);
    assert.equal(driver.now().speed, 2);
    driver.pause();
    assert.deepEqual(driver.now(), { timeUs: clock.nowUs(), speed: 0 });
  });

  it('lets time pass so many times as fast, and changes speed on the way', () => {
    const { wall, driver, simulatedS } = make(20);
    driver.start();
    wall.pass(1_000);
    near(simulatedS(), 20, 0.5);
    driver.speed = 2;
    wall.pass(10_000);
    near(simulatedS(), 40, 0.5);
    assert.equal(driver.speed, 2);
    assert.throws(() => {
      driver.speed = 0;
    }, RangeError);
    assert.throws(() => make(Number.POSITIVE_INFINITY), RangeError);
  });

  it('computes no longer than a slice at a time, and lets go what it can not keep up with', () => {
    const { wall, driver, simulatedS } = make(100);
    // 20 samples per simulated second at 1 ms each make 50 times real time; 2 ms of rest after 5 of work leave 5/7 of it.
    wall.costMs = 1;
    driver.start();
    wall.pass(20_000);
    assert.ok(wall.longestBusyMs <= 10, `busy for ${wall.longestBusyMs} ms`);
    near(simulatedS(), (1_000 * 5) / 7, 30);
    // All but the second that may be owed, at 100 times real time.
    near(driver.slippedS, 2_000 - (1_000 * 5) / 7 - 100, 40);
    wall.costMs = 0;
    const before = simulatedS();
    wall.pass(1_000);
    near(simulatedS() - before, 100 + 100, 15);
  });

  it('makes up for a stall of less than a second', () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    wall.pass(1_000);
    wall.nowMs += 900;
    wall.pass(1_000);
    near(simulatedS(), 2.9, 0.05);
    assert.equal(driver.slippedS, 0);
  });

  it('makes up for no more than a second of the time in which the machine slept', () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    wall.pass(1_000);
    wall.nowMs += 3_600_000;
    wall.pass(1_000);
    near(simulatedS(), 3, 0.05);
    near(driver.slippedS, 3_599, 1);
  });

  it('pauses and resumes', () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    wall.pass(1_000);
    driver.pause();
    const pausedAtS = simulatedS();
    wall.pass(5_000);
    assert.equal(simulatedS(), pausedAtS);
    assert.equal(driver.isPaused, true);
    driver.resume();
    wall.pass(1_000);
    near(simulatedS(), pausedAtS + 1, 0.05);
  });

  it('passes as much time as is wanted while it is paused, in slices, and then stands still', () => {
    const { wall, driver, simulatedS } = make();
    wall.costMs = 0.2;
    driver.start();
    driver.pause();
    driver.passUntil(() => simulatedS() >= 60);
    wall.pass(1_000);
    near(simulatedS(), 60, 0.25);
    assert.ok(wall.longestBusyMs <= 10, `busy for ${wall.longestBusyMs} ms`);
    const thereS = simulatedS();
    wall.pass(1_000);
    assert.equal(simulatedS(), thereS);
    assert.equal(driver.isPaused, true);
  });

  it('passes the time that is wanted after the advances that wait, which end when they should', async () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    driver.pause();
    driver.passUntil(() => simulatedS() >= 20);
    let atS = 0;
    const advanced = driver.advance(10).then(() => {
      atS = simulatedS();
    });
    wall.pass(1);
    await advanced;
    assert.ok(atS >= 10);
    wall.pass(100);
    near(simulatedS(), 20, 0.25);
  });

  it('advances at once, in slices, and says when it is done; the wall time in between is not added', async () => {
    const { wall, driver, simulatedS } = make();
    wall.costMs = 0.2;
    driver.start();
    wall.pass(1_000);
    const startS = simulatedS();
    const order: string[] = [];
    const first = driver.advance(60).then(() => order.push(`first at ${Math.round(simulatedS() - startS)}`));
    const second = driver.advance(0.001).then(() => order.push('second'));
    wall.pass(0);
    await settle();
    assert.deepEqual(order, []);
    wall.pass(300);
    await Promise.all([first, second]);
    assert.deepEqual(order, ['first at 60', 'second']);
    assert.ok(wall.longestBusyMs <= 7, `busy for ${wall.longestBusyMs} ms`);
    near(simulatedS(), startS + 60, 0.2);
  });

  it('advances while it is paused', async () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    driver.pause();
    const done = driver.advance(5);
    wall.pass(100);
    await done;
    assert.equal(simulatedS(), 5);
  });

  it('refuses to advance by what is no time', async () => {
    const { driver } = make();
    driver.start();
    await assert.rejects(driver.advance(-1), RangeError);
    await assert.rejects(driver.advance(Number.NaN), RangeError);
  });

  it('stops, and tells those who wait', async () => {
    const { wall, driver, simulatedS } = make();
    driver.start();
    wall.pass(1_000);
    const waiting = driver.advance(5);
    driver.stop();
    await assert.rejects(waiting, /stopped/);
    const stoppedAtS = simulatedS();
    wall.pass(1_000);
    assert.equal(simulatedS(), stoppedAtS);
    assert.equal(wall.hasTimer, false);
    await assert.rejects(driver.advance(1), /not running/);
  });

  it('can be stopped and paused from inside the simulation', () => {
    const { wall, driver, clock, simulatedS } = make(100);
    clock.schedule(2_000_000, () => driver.pause());
    driver.start();
    wall.pass(1_000);
    near(simulatedS(), 2.1, 0.2);
    clock.schedule(clock.nowUs() + 1_000_000, () => driver.stop());
    driver.resume();
    wall.pass(1_000);
    near(simulatedS(), 3.2, 0.3);
    assert.equal(wall.hasTimer, false);
  });

  it('ends when the simulation fails, and tells those who wait why', async () => {
    const { wall, driver, clock } = make();
    clock.schedule(1_000_000, () => {
      throw new Error('bug of the station');
    });
    driver.start();
    const waiting = driver.advance(5);
    wall.pass(1_000);
    await assert.rejects(waiting, SimulationFault);
    assert.ok(clock.fault);
    assert.equal(wall.hasTimer, false);
    await assert.rejects(driver.advance(1), SimulationFault);
  });
});

describe('A limit of time', () => {
  /** Notes each moment at which time has come to a limit. */
  function limited(speed = 1) {
    const parts = make(speed);
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
    const { wall, simulatedS, reached, limitAt } = limited(20);
    limitAt(3);
    wall.pass(500);
    assert.deepEqual(reached, [3]);
    assert.equal(simulatedS(), 3);
  });

  it('that is moved when it is reached lets time go on in the same turn, at its own speed', () => {
    const { wall, simulatedS, reached, limitAt } = limited();
    const step = () => limitAt(Math.round(simulatedS() * 10 + 1) / 10, step);
    step();
    wall.pass(1000);
    near(simulatedS(), 1, 0.03);
    assert.deepEqual(
      reached,
      Array.from({ length: reached.length }, (_, index) => Math.round((index + 1) * 10) / 100),
    );
    assert.ok(reached.length >= 9, `${reached.length}`);
  });

  it('that is lifted has what was missed caught up with, up to a second of wall time', () => {
    const { wall, driver, simulatedS, limitAt } = limited();
    limitAt(1);
    wall.pass(1500);
    assert.equal(simulatedS(), 1);
    driver.limit(undefined);
    wall.pass(20);
    near(simulatedS(), 1.5, 0.05);
    limitAt(2);
    wall.pass(10_000);
    driver.limit(undefined);
    wall.pass(20);
    near(simulatedS(), 3, 0.1);
  });

  it('holds for a jump too, which goes on when the limit is gone', async () => {
    const { driver, wall, simulatedS, limitAt } = limited();
    driver.pause();
    limitAt(2);
    let isThere = false;
    const jump = driver.advance(5).then(() => {
      isThere = true;
    });
    wall.pass(100);
    await settle();
    assert.deepEqual([simulatedS(), isThere], [2, false]);
    driver.limit(undefined);
    wall.pass(100);
    await jump;
    assert.equal(simulatedS(), 5);
  });

  it('that is already there is told of without time passing, even while paused', () => {
    const { driver, wall, reached, limitAt } = limited();
    wall.pass(1000);
    driver.pause();
    limitAt(0);
    wall.pass(20);
    assert.equal(reached.length, 1);
  });

  it('between two steps is reached at the last step before it', () => {
    const { wall, reached, limitAt } = limited();
    limitAt(0.5012);
    wall.pass(1000);
    assert.deepEqual(reached, [0.5]);
  });
});
