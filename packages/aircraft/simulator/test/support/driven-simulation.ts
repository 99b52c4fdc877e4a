import { SimulatedAircraft } from '../../src/simulated-aircraft.ts';
import { SimulationClock } from '../../src/simulation-clock.ts';
import { SimulationDriver } from '../../src/simulation-driver.ts';

/** A real-time clock and timers in the hands of the test. `costMs` is the real time that each sample takes to compute. */
class ScriptedRealTime {
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

  /** Lets real time pass. @param idleMs time after each wake in which the process does not get the processor */
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

/** A driver, and the clocks that it drives by and drives. */
export function drivenSimulation(speed = 1) {
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0 });
  const clock = new SimulationClock(aircraft);
  const realTimeClock = new ScriptedRealTime();
  aircraft.onSample(() => {
    realTimeClock.nowMs += realTimeClock.costMs;
  });
  const driver = new SimulationDriver({
    clock,
    speed,
    realTimeNowMs: () => realTimeClock.nowMs,
    setTimer: realTimeClock.setTimer,
  });
  const simulatedS = () => clock.nowUs() / 1e6;
  return { aircraft, clock, realTimeClock, driver, simulatedS };
}
