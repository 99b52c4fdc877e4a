import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';

/** Interval at which the replay goes on, real time: shorter than the pace of any subscription. */
const STEP_US = 20_000;

export interface PlaybackOptions {
  readonly fromUs: number;
  readonly toUs: number;
  readonly realTimeClock: Clock;
  /** Multiple of the pace at which it was recorded. */
  readonly speed: number;
  readonly isPaused: boolean;
  readonly isLooped: boolean;
  /** Where it starts; the start of the recording when absent. */
  readonly startUs?: number | undefined;
}

interface PlaybackListener {
  /** Time goes on to `timeUs`. */
  playTo(timeUs: number): void;
  /** Time was set to `timeUs`, earlier or later. */
  jumpTo(timeUs: number): void;
}

/**
 * The time of a replay: goes on at its speed, stands still, and is set. It changes only by steps, so that all that is read
 * between two of them belongs together.
 */
export class Playback {
  readonly fromUs: number;
  readonly toUs: number;
  isLooped: boolean;
  readonly #realTimeClock: Clock;
  readonly #listeners: PlaybackListener[] = [];
  #speed: number;
  #timeUs: number;
  /** Real time at which the replay was at `#timeUs`. */
  #realUs: number;
  #cancel: Cancel | undefined;

  constructor({ fromUs, isLooped, isPaused, realTimeClock, speed, startUs = fromUs, toUs }: PlaybackOptions) {
    this.fromUs = fromUs;
    this.toUs = toUs;
    this.isLooped = isLooped;
    this.#realTimeClock = realTimeClock;
    this.#speed = speed;
    this.#timeUs = Math.min(toUs, Math.max(fromUs, startUs));
    this.#realUs = realTimeClock.nowUs();
    if (!isPaused) this.resume();
  }

  /** Station time that is played, microseconds. */
  nowUs(): number {
    return this.#timeUs;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#step();
    this.#speed = speed;
  }

  get isPaused(): boolean {
    return this.#cancel === undefined;
  }

  get isAtEnd(): boolean {
    return this.#timeUs >= this.toUs;
  }

  /** The listener is told the present time at once. */
  follow(listener: PlaybackListener): void {
    this.#listeners.push(listener);
    listener.jumpTo(this.#timeUs);
  }

  pause(): void {
    this.#step();
    this.stop();
  }

  /** At the end it starts again at the beginning. */
  resume(): void {
    if (!this.isPaused) return;
    if (this.isAtEnd && this.#listeners.length > 0) this.jumpTo(this.fromUs);
    this.#realUs = this.#realTimeClock.nowUs();
    this.#cancel = every(this.#realTimeClock, STEP_US, () => this.#step());
  }

  /** @param timeUs of the recording */
  jumpTo(timeUs: number): void {
    this.#timeUs = timeUs;
    this.#realUs = this.#realTimeClock.nowUs();
    for (const listener of this.#listeners) listener.jumpTo(timeUs);
  }

  /** Cancels the timer. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #step(): void {
    if (this.isPaused) return;
    const realUs = this.#realTimeClock.nowUs();
    const timeUs = Math.min(this.toUs, Math.round(this.#timeUs + (realUs - this.#realUs) * this.#speed));
    // At a low speed rounded fractions would add up.
    this.#realUs += (timeUs - this.#timeUs) / this.#speed;
    this.#timeUs = timeUs;
    for (const listener of this.#listeners) listener.playTo(timeUs);
    if (!this.isAtEnd) return;
    if (this.isLooped && this.toUs > this.fromUs) this.jumpTo(this.fromUs);
    else this.stop();
  }
}
