import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { SimulationClock } from './simulation-clock.ts';

/** How often an idle driver wakes, milliseconds: 20 wakes less often than samples would be late, and costs next to nothing. */
const WAKE_MS = 20;
/**
 * Rest after a slice when the machine can't keep up, milliseconds: a request or a handshake needs several turns of the event
 * loop, and would wait for a slice at each. An `advance` has somebody who waits for it, and does not rest.
 */
const REST_MS = 2;
/** Simulated time between two looks at the wall clock: a few hundred microseconds of work. */
const CHUNK_US = 250_000;
/**
 * Wall time that may be owed, and is caught up with: a disk that takes its time, a collection of garbage, a neighbour on the
 * processor. What a busy or sleeping machine misses beyond it is let go.
 */
const MAX_DEBT_MS = 1000;

export interface SimulationDriverParts {
  readonly clock: SimulationClock;
  /** Simulated seconds per second of wall time; more than 0. */
  readonly speed: number;
  /** A clock that never goes back, milliseconds. */
  readonly wallNowMs: () => number;
  /** Calls back after so many milliseconds; 0 means as soon as everybody else has had a turn. */
  readonly setTimer: (delayMs: number, callback: () => void) => Cancel;
  /** Longest time to compute before the others have a turn, milliseconds. */
  readonly sliceMs?: number;
}

/** A moment beyond which time does not pass. */
export interface TimeLimit {
  readonly untilUs: number;
  /** Called once, when time has come there; may set another limit, and must not throw. */
  readonly onReached: () => void;
}

interface Jump {
  readonly untilUs: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lets simulated time pass as wall time does, `speed` times as fast, in slices short enough that the API is served
 * between them. When the machine can't keep up, the API comes first: simulated time falls behind and is not made up for.
 *
 * A fault of the simulation ends the driving; `SimulationClock.fault` and its listeners say why.
 */
export class SimulationDriver {
  readonly #clock: SimulationClock;
  readonly #wallNowMs: () => number;
  readonly #setTimer: SimulationDriverParts['setTimer'];
  readonly #sliceMs: number;
  readonly #jumps: Jump[] = [];
  #speed: number;
  #cancelTimer: Cancel | undefined;
  #lastWakeMs = 0;
  #owedUs = 0;
  #slippedUs = 0;
  #isRunning = false;
  #isPaused = false;
  /** Until this is so, time passes as fast as it can. */
  #isThere: (() => boolean) | undefined;
  #limit: TimeLimit | undefined;
  #isLimitReached = false;

  constructor(parts: SimulationDriverParts) {
    this.#clock = parts.clock;
    this.#speed = checkedSpeed(parts.speed);
    this.#wallNowMs = parts.wallNowMs;
    this.#setTimer = parts.setTimer;
    this.#sliceMs = parts.sliceMs ?? 5;
  }

  get speed(): number {
    return this.#speed;
  }

  /** @throws RangeError unless it is a number above 0 */
  set speed(speed: number) {
    this.#takeWallTime();
    this.#speed = checkedSpeed(speed);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Simulated time that a busy machine has let go so far, seconds. */
  get slippedS(): number {
    return this.#slippedUs / 1e6;
  }

  /**
   * Time as it is now, between two steps too, and how fast it goes on: the clock itself shows the last step, which is late by
   * up to a wake. Without a speed while time stands still or is ahead of the wall clock.
   */
  now(): { readonly timeUs: number; readonly speed: number } {
    this.#takeWallTime();
    const timeUs = this.#clock.nowUs();
    if (!this.#isRunning || this.#isPaused || this.#isAhead || this.#isLimitReached) return { timeUs, speed: 0 };
    return { timeUs: timeUs + Math.round(this.#owedUs), speed: this.#speed };
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#lastWakeMs = this.#wallNowMs();
    this.#arm(WAKE_MS);
  }

  /** Time stands still until `resume`; an `advance` is carried out all the same. */
  pause(): void {
    this.#isPaused = true;
    this.#owedUs = 0;
  }

  resume(): void {
    this.#takeWallTime();
    this.#isPaused = false;
  }

  /**
   * Lets time pass as fast as the machine can beside its other work, even while paused, until `isThere` says that it is
   * enough: for when nobody is left who could let it pass. Who waits for an `advance` comes first.
   */
  passUntil(isThere: () => boolean): void {
    this.#takeWallTime();
    this.#isThere = isThere;
    if (this.#isRunning) this.#arm(0);
  }

  /**
   * Time passes as it would, a jump too, but not beyond this moment: there it stands still until another limit is set, or
   * none. What wall time brings meanwhile is caught up with, as after any delay.
   */
  limit(limit: TimeLimit | undefined): void {
    this.#limit = limit;
    this.#isLimitReached = false;
    if (this.#isRunning) this.#arm(0);
  }

  /** Ends the driving; who waits for an `advance` is told. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#rejectJumps(new Error('the simulation driver has been stopped'));
  }

  /**
   * Advances the simulation at once by so many seconds, as fast as the machine can beside its other work.
   * @returns a promise that is kept when the time has passed, and broken when the simulation fails or the driver stops
   */
  advance(seconds: number): Promise<void> {
    if (!(seconds >= 0 && Number.isFinite(seconds))) {
      return Promise.reject(new RangeError(`seconds must be a number of at least 0, got ${seconds}`));
    }
    if (this.#clock.fault !== undefined) return Promise.reject(this.#clock.fault);
    if (!this.#isRunning) return Promise.reject(new Error('the simulation driver is not running'));
    const steps = Math.ceil((seconds * 1e6) / this.#clock.stepUs);
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
    this.#takeWallTime();
    try {
      const isDone = this.#runSlice();
      this.#resolveJumps();
      if (this.#isRunning) this.#arm(isDone ? WAKE_MS : this.#isAhead ? 0 : REST_MS);
    } catch (fault) {
      this.#isRunning = false;
      this.#rejectJumps(fault);
    }
  }

  /** Turns the wall time since the last look into simulated time that is owed. */
  #takeWallTime(): void {
    const nowMs = this.#wallNowMs();
    const passedMs = nowMs - this.#lastWakeMs;
    this.#lastWakeMs = nowMs;
    if (!this.#isRunning || this.#isPaused || this.#isAhead) return;
    const owedUs = this.#owedUs + passedMs * 1000 * this.#speed;
    this.#owedUs = Math.min(owedUs, MAX_DEBT_MS * 1000 * this.#speed);
    this.#slippedUs += owedUs - this.#owedUs;
  }

  /** @returns whether everything that is owed has been run */
  #runSlice(): boolean {
    const endMs = this.#wallNowMs() + this.#sliceMs;
    for (let leftUs = this.#leftUs(); leftUs > 0; leftUs = this.#leftUs()) {
      const beforeUs = this.#clock.nowUs();
      const isOwed = !this.#isAhead;
      this.#clock.advanceTo(beforeUs + Math.min(leftUs, CHUNK_US));
      const ranUs = this.#clock.nowUs() - beforeUs;
      // What is left is less than a step: it stays owed.
      if (ranUs === 0) return true;
      if (isOwed) this.#owedUs = Math.max(0, this.#owedUs - ranUs);
      this.#resolveJumps();
      if (!this.#isRunning) return true;
      if (this.#wallNowMs() >= endMs) return false;
    }
    return true;
  }

  /** Time that may pass now: what is wanted, up to the limit. */
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

  /** Time runs ahead of the wall clock: it is not owed, and nothing becomes owed meanwhile. */
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
