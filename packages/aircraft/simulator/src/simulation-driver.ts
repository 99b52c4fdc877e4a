import type { Cancel } from '@kitestring/base/clock.ts';
import type { SimulationClock } from './simulation-clock.ts';

/**
 * Wait of a driver until the next sample or timer, milliseconds. A wake costs a tenth of a millisecond of processor time, many
 * times as much as the steps: no more of them than needed, and none more often than people notice.
 */
const WAIT_MS = { least: 20, most: 50 };
/**
 * Pause after a slice when the machine cannot keep up, milliseconds: a request or a handshake takes several turns of
 * the event loop, and would wait for a slice at each. `advance` has a waiting caller and does not pause.
 */
const REST_MS = 2;
/** Simulated time between two readings of the real-time clock: a few hundred microseconds of work. */
const CHUNK_US = 250_000;
/**
 * Maximum backlog that is caught up, after a slow disk, garbage collection or another process: a second of simulated time, or at a high
 * speed as much as passes between two messages of a state. More would hide whole phases of a flight. A busy or sleeping
 * machine drops what exceeds it.
 */
const maxDebtUs = (speed: number): number => Math.max(1_000_000, 100_000 * speed);

interface SimulationDriverOptions {
  readonly clock: SimulationClock;
  /** Simulated seconds per second of real time; more than 0. */
  readonly speed: number;
  /** Monotonic clock, milliseconds. */
  readonly realTimeNowMs: () => number;
  /** Calls back after this many milliseconds; 0: after other pending work. */
  readonly setTimer: (delayMs: number, callback: () => void) => Cancel;
  /** Longest computation between two turns of the event loop, milliseconds. */
  readonly sliceMs?: number;
}

/** A time limit at which simulated time stops. */
interface TimeLimit {
  readonly untilUs: number;
  /** Called once when the limit is reached; may set another limit, and must not throw. */
  readonly onReached: () => void;
}

interface Jump {
  readonly untilUs: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Advances simulated time with real time, `speed` times as fast, in slices short enough that the API is served between
 * them. When the machine cannot keep up, the API has priority: simulated time falls behind and is not caught up.
 *
 * A fault of the simulation stops the driver; `SimulationClock.fault` and its listeners give the reason.
 */
export class SimulationDriver {
  readonly #clock: SimulationClock;
  readonly #realTimeNowMs: () => number;
  readonly #setTimer: SimulationDriverOptions['setTimer'];
  readonly #sliceMs: number;
  readonly #jumps: Jump[] = [];
  #speed: number;
  #cancelTimer: Cancel | undefined;
  #lastWakeMs = 0;
  #owedUs = 0;
  #slippedUs = 0;
  #isRunning = false;
  #isAwake = false;
  #isPaused = false;
  /** Until this is true, time runs as fast as possible. */
  #isThere: (() => boolean) | undefined;
  #limit: TimeLimit | undefined;
  #isLimitReached = false;

  constructor(options: SimulationDriverOptions) {
    this.#clock = options.clock;
    this.#speed = checkedSpeed(options.speed);
    this.#realTimeNowMs = options.realTimeNowMs;
    this.#setTimer = options.setTimer;
    this.#sliceMs = options.sliceMs ?? 5;
  }

  get speed(): number {
    return this.#speed;
  }

  /** @throws RangeError for a value that is not above 0 */
  set speed(speed: number) {
    this.#takeRealTime();
    this.#speed = checkedSpeed(speed);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Calls of `advance` are pending. */
  get isAdvancing(): boolean {
    return this.#jumps.length > 0;
  }

  /** Simulated time that a busy machine has dropped so far, seconds. */
  get slippedS(): number {
    return this.#slippedUs / 1e6;
  }

  /**
   * Present time, also between two steps, and its speed: the clock itself shows the last step, up to one wait
   * late. No speed while time is paused or ahead of the real-time clock.
   */
  now(): { readonly timeUs: number; readonly speed: number } {
    this.#takeRealTime();
    const timeUs = this.#clock.nowUs();
    if (!this.#isRunning || this.#isPaused || this.#isAhead || this.#isLimitReached) return { timeUs, speed: 0 };
    return { timeUs: timeUs + Math.round(this.#owedUs), speed: this.#speed };
  }

  /**
   * @param aheadMs lead of simulated time, milliseconds of real time: it stands still until the real-time clock has
   * caught up
   */
  start(aheadMs = 0): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#lastWakeMs = this.#realTimeNowMs() + aheadMs;
    this.#arm(WAIT_MS.least);
  }

  /** Stops time until `resume`; `advance` still works. */
  pause(): void {
    this.#isPaused = true;
    this.#owedUs = 0;
  }

  resume(): void {
    this.#takeRealTime();
    this.#isPaused = false;
  }

  /**
   * Runs time as fast as the machine can beside its other work, even while paused, until `isThere` returns true: for
   * use when no client is left to advance time. A pending `advance` has priority.
   */
  passUntil(isThere: () => boolean): void {
    this.#takeRealTime();
    this.#isThere = isThere;
    if (this.#isRunning) this.#arm(0);
  }

  /**
   * Lets time run, including jumps, up to this limit; there it stands still until another limit or none is set. Real
   * time that passes meanwhile is caught up, as after any delay.
   */
  limit(limit: TimeLimit | undefined): void {
    this.#limit = limit;
    this.#isLimitReached = false;
    if (this.#isRunning) this.#arm(0);
  }

  /** Brings simulated time up to now, before the next wake, as far as one slice does. No effect in a callback of the clock. */
  catchUp(): void {
    if (!this.#isAwake) this.#wake();
  }

  /** Stops the driver; pending calls of `advance` reject. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#rejectJumps(new Error('the simulation driver has been stopped'));
  }

  /**
   * Advances the simulation by this many seconds, as fast as the machine can beside its other work.
   * @returns a promise that resolves when the time has passed, and rejects when the simulation fails or the driver
   * stops
   */
  advance(seconds: number): Promise<void> {
    if (!(seconds >= 0 && Number.isFinite(seconds))) {
      return Promise.reject(new RangeError(`seconds must be a number of at least 0, got ${seconds}`));
    }
    if (this.#clock.fault !== undefined) return Promise.reject(this.#clock.fault);
    if (!this.#isRunning) return Promise.reject(new Error('the simulation driver is not running'));
    // 1.0075 * 1e6 is a little more than 1,007,500: without rounding it would be a step too many.
    const steps = Math.ceil(Math.round(seconds * 1e9) / (this.#clock.stepUs * 1e3));
    const fromUs = this.#jumps.at(-1)?.untilUs ?? this.#clock.nowUs();
    const done = new Promise<void>((resolve, reject) => {
      this.#jumps.push({ untilUs: fromUs + steps * this.#clock.stepUs, resolve, reject });
    });
    this.#arm(0);
    return done;
  }

  #arm(delayMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#setTimer(delayMs, () => this.#wake());
  }

  #wake(): void {
    if (!this.#isRunning) return;
    this.#takeRealTime();
    this.#isAwake = true;
    try {
      const isDone = this.#runSlice();
      this.#resolveJumps();
      if (this.#isRunning) this.#arm(isDone ? this.#idleMs : this.#isAhead ? 0 : REST_MS);
    } catch (fault) {
      this.#isRunning = false;
      this.#rejectJumps(fault);
    } finally {
      this.#isAwake = false;
    }
  }

  /** Real time until the next sample or timer, within the limits of a wait. */
  get #idleMs(): number {
    const untilUs = this.#clock.nextEventUs - this.#clock.nowUs() - this.#owedUs;
    return Math.min(Math.max(Math.ceil(untilUs / 1000 / this.#speed), WAIT_MS.least), WAIT_MS.most);
  }

  /** Converts real time since the last reading into a backlog of simulated time. */
  #takeRealTime(): void {
    const nowMs = this.#realTimeNowMs();
    const passedMs = nowMs - this.#lastWakeMs;
    this.#lastWakeMs = nowMs;
    if (!this.#isRunning || this.#isPaused || this.#isAhead) return;
    const owedUs = this.#owedUs + passedMs * 1000 * this.#speed;
    this.#owedUs = Math.min(owedUs, maxDebtUs(this.#speed));
    this.#slippedUs += owedUs - this.#owedUs;
  }

  /** @returns true when the backlog is done */
  #runSlice(): boolean {
    const endMs = this.#realTimeNowMs() + this.#sliceMs;
    for (let leftUs = this.#leftUs(); leftUs > 0; leftUs = this.#leftUs()) {
      const beforeUs = this.#clock.nowUs();
      const isOwed = !this.#isAhead;
      this.#clock.advanceTo(beforeUs + Math.min(leftUs, CHUNK_US));
      const ranUs = this.#clock.nowUs() - beforeUs;
      // Less than a step is left: it stays in the backlog.
      if (ranUs === 0) return true;
      if (isOwed) this.#owedUs = Math.max(0, this.#owedUs - ranUs);
      this.#resolveJumps();
      if (!this.#isRunning) return true;
      if (this.#realTimeNowMs() >= endMs) return false;
    }
    return true;
  }

  /** Time that may pass now: the backlog, up to the limit. */
  #leftUs(): number {
    this.#tellOfLimit();
    const wantedUs = this.#wantedUs();
    if (this.#limit === undefined) return wantedUs;
    return Math.min(wantedUs, this.#limit.untilUs - this.#clock.nowUs());
  }

  #tellOfLimit(): void {
    for (let limit = this.#limit; limit !== undefined && !this.#isLimitReached; limit = this.#limit) {
      if (limit.untilUs - this.#clock.nowUs() >= this.#clock.stepUs) return;
      this.#isLimitReached = true;
      limit.onReached();
    }
  }

  #wantedUs(): number {
    const jump = this.#jumps.at(-1);
    if (jump !== undefined) return jump.untilUs - this.#clock.nowUs();
    if (this.#isThere?.() === true) this.#isThere = undefined;
    return this.#isThere === undefined ? this.#owedUs : CHUNK_US;
  }

  /** Time runs ahead of the real-time clock: no backlog builds up. */
  get #isAhead(): boolean {
    return this.#jumps.length > 0 || this.#isThere !== undefined;
  }

  #resolveJumps(): void {
    for (let jump = this.#jumps[0]; jump !== undefined; jump = this.#jumps[0]) {
      if (this.#clock.nowUs() < jump.untilUs) return;
      this.#jumps.shift();
      jump.resolve();
    }
  }

  #rejectJumps(reason: unknown): void {
    for (const jump of this.#jumps.splice(0)) jump.reject(reason);
  }
}

function checkedSpeed(speed: number): number {
  if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError(`speed must be a number above 0, got ${speed}`);
  return speed;
}
