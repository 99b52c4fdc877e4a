import type { Cancel, Clock } from './clock.ts';
import { STATE, type StateArchive, type Stateful } from './state-archive.ts';

const NEVER_US = Number.POSITIVE_INFINITY;

/** Counts all calls of `at`, so that restored timers that are due at the same time keep their order. */
let armed = 0;

/** A scheduled call that can be moved, cancelled, and carried over to a restored station. At most one is scheduled at a time. */
export class WakeUp implements Stateful {
  readonly #clock: Pick<Clock, 'schedule'>;
  readonly #callback: (dueUs: number) => void;
  #atUs = NEVER_US;
  #order = 0;
  #cancel: Cancel = () => {};

  /** @param callback receives the time at which it was due, microseconds, which has moved with a clock that was set */
  constructor(clock: Pick<Clock, 'schedule'>, callback: (dueUs: number) => void) {
    this.#clock = clock;
    this.#callback = callback;
  }

  /** Calls back every `periodUs` from now on, until cancelled. */
  static every(clock: Clock, periodUs: number, callback: () => void): WakeUp {
    const wakeUp: WakeUp = new WakeUp(clock, (dueUs) => {
      wakeUp.at(dueUs + periodUs);
      callback();
    });
    wakeUp.at(clock.nowUs() + periodUs);
    return wakeUp;
  }

  [STATE](archive: StateArchive): void {
    const atUs = archive.of(this.#atUs);
    if (archive.isRestoring) this.cancel();
    if (atUs !== NEVER_US) archive.timer(this.#order, () => this.at(atUs));
  }

  /** Scheduled time, microseconds; infinity when none is scheduled. */
  get atUs(): number {
    return this.#atUs;
  }

  /** Schedules the call, in place of one that is scheduled. */
  at(atUs: number): void {
    this.#cancel();
    this.#atUs = atUs;
    armed += 1;
    this.#order = armed;
    this.#cancel = this.#clock.schedule(atUs, (dueUs = atUs) => {
      this.#atUs = NEVER_US;
      this.#callback(dueUs);
    });
  }

  cancel(): void {
    this.#cancel();
    this.#atUs = NEVER_US;
  }
}
