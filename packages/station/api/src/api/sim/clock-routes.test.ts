import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { clockRoutes } from './clock-routes.ts';
import type { SimulatedTimeControl, SimulatedWorldControl } from './simulated-world-control.ts';

/** Time that passes when the test says so. */
class TestTime implements SimulatedTimeControl {
  speed = 1;
  isPaused = true;
  slippedS = 0;
  diagnosis: string | undefined;
  readonly asked: number[] = [];
  #now = 0;
  #waiting: PromiseWithResolvers<void>[] = [];

  nowUs(): number {
    return this.#now;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  advance(seconds: number): Promise<void> {
    this.asked.push(seconds);
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  async settled(): Promise<void> {}

  pass(): void {
    this.#now += 1e6;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  fail(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}

describe('clock routes', () => {
  let api: ApiUnderTest;
  let time: TestTime;
  beforeEach(async () => {
    time = new TestTime();
    api = await ApiUnderTest.start(() => clockRoutes({ time } as unknown as SimulatedWorldControl), undefined, [
      'experimental',
    ]);
  });
  afterEach(() => api[Symbol.asyncDispose]());

  const advance = () => api.outcome('/sim/v1/clock/advance', { seconds: 5 });

  async function asked(count: number): Promise<void> {
    while (time.asked.length < count) await new Promise(setImmediate);
  }

  it('let 32 calls wait, refuse one more, and take the next when they are answered', async () => {
    const waiting = Array.from({ length: 32 }, advance);
    await asked(32);
    assert.equal(await advance(), '409 CLOCK_BUSY');
    time.pass();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['200']));
    const next = advance();
    await asked(33);
    time.pass();
    assert.equal(await next, '200');
  });

  it('say that the simulation has stopped, to those who wait and to those who come', async () => {
    const waiting = advance();
    await asked(1);
    time.diagnosis = 'a step of the simulation threw';
    time.fail(new Error('stopped'));
    assert.equal(await waiting, '503 SIMULATION_STOPPED');
    assert.equal(await advance(), '503 SIMULATION_STOPPED');
    assert.equal(await api.outcome('/sim/v1/clock', { speed: 2 }), '503 SIMULATION_STOPPED');
    assert.equal(time.asked.length, 1);
  });

  it('say that the station stops, to those who wait', async () => {
    const waiting = advance();
    await asked(1);
    time.fail(new Error('the driver has been stopped'));
    assert.equal(await waiting, '503 SHUTTING_DOWN');
  });
});
