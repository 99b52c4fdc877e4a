import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationClock } from '@kitestring/client/station-clock.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { FlightWatch } from './flight-watch.ts';
import { type Goal, NotReachedFault, reach } from './goal.ts';

/** A watch whose messages are the test's. */
class TestWatch {
  readonly clock = new StationClock(() => 0);
  flight: FlightState | undefined;
  readonly failed = Promise.withResolvers<never>();
  readonly #listeners = new Set<() => void>();
  #timeS = 0;

  get failure(): Promise<never> {
    return this.failed.promise;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A message `afterS` seconds of station time after the last one. */
  say(afterS: number, flight: FlightState): void {
    this.#timeS += afterS;
    this.clock.observe(this.#timeS * 1e6);
    this.flight = flight;
    for (const listener of [...this.#listeners]) listener();
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

const flying = (altitude: number): FlightState => ({ flight_state: 'Flying', altitude });
const never = new AbortController().signal;

function climb(watch: TestWatch, signal = never, goal: Partial<Goal> = {}): Promise<void> {
  const whole: Goal = {
    isReached: ({ flight }) => (flight?.altitude ?? 0) >= 10,
    remaining: ({ flight }) => 10 - (flight?.altitude ?? 0),
    ...goal,
  };
  // The parts of FlightWatch that reach looks at.
  return reach(watch as unknown as FlightWatch, whole, signal);
}

describe('reach', () => {
  it('waits as long as there is progress, however slow the climb', async () => {
    const watch = new TestWatch();
    const reached = climb(watch);
    for (let altitude = 0; altitude < 10; altitude += 0.2) watch.say(29, flying(altitude));
    watch.say(29, flying(10));
    await reached;
    assert.equal(watch.listeners, 0);
  });

  it('gives up after 30 s of station time without progress, and says what is missing', async () => {
    const watch = new TestWatch();
    const reached = assert.rejects(climb(watch), (error) => {
      assert.ok(error instanceof NotReachedFault);
      assert.match(error.message, /no progress for 30 s of station time: flight_state is Flying, 6.0 remaining/);
      return true;
    });
    for (let message = 0; message < 40; message += 1) watch.say(1, flying(4));
    await reached;
  });

  it('does not take the noise of a hover for progress', async () => {
    const watch = new TestWatch();
    const reached = assert.rejects(climb(watch), NotReachedFault);
    for (let message = 0; message < 80; message += 1) watch.say(0.5, flying(4 + (message % 2) * 0.05));
    await reached;
  });

  it('needs several messages to call it a stall: a fast simulation passes 30 s between two', async () => {
    const watch = new TestWatch();
    const reached = climb(watch);
    for (let message = 0; message < 9; message += 1) watch.say(100, flying(4));
    watch.say(100, flying(10));
    await reached;
  });

  it('counts a change of state as progress', async () => {
    const watch = new TestWatch();
    const reached = climb(watch);
    for (let message = 0; message < 25; message += 1) watch.say(1, { flight_state: 'TakingOff', altitude: 0 });
    for (let message = 0; message < 25; message += 1) watch.say(1, flying(0));
    watch.say(1, flying(10));
    await reached;
  });

  it('ends when the goal is lost', async () => {
    const watch = new TestWatch();
    const isLost: Goal['isLost'] = ({ flight }) => (flight?.flight_state === 'Landing' ? 'it lands' : undefined);
    const reached = assert.rejects(climb(watch, never, { isLost }), /it lands/);
    watch.say(1, flying(1));
    watch.say(1, { flight_state: 'Landing' });
    await reached;
  });

  it('ends with the signal and with a topic that fails', async () => {
    const watch = new TestWatch();
    const stop = new AbortController();
    const stopped = assert.rejects(climb(watch, stop.signal), /enough/);
    stop.abort(new Error('enough'));
    await stopped;
    const failed = assert.rejects(climb(watch), /gone/);
    watch.failed.reject(new Error('gone'));
    await failed;
    assert.equal(watch.listeners, 0);
  });
});
