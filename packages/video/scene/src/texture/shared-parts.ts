/** Another thread that makes a part needs less than this, also on a busy machine; one that has ended never finishes it. */
const MADE_WITHIN_MS = 1000;
const STATE = { untouched: 0, begun: 1, made: 2 } as const;

/**
 * Parts of a memory that several threads need, each made by the one that comes first. A part that is not finished in time is made again: each thread
 * makes the same bytes of it.
 */
export class SharedWork {
  readonly #states: Int32Array<SharedArrayBuffer>;

  /** @param states one for each part, 0 at first */
  constructor(states: Int32Array<SharedArrayBuffer>) {
    this.#states = states;
  }

  /** Makes all parts with the other threads that do so. @param make makes one of them, by its number */
  make(make: (part: number) => void): void {
    const states = this.#states;
    const finish = (part: number) => {
      make(part);
      Atomics.store(states, part, STATE.made);
      Atomics.notify(states, part);
    };
    const parts = [...states.keys()];
    for (const part of parts) {
      if (Atomics.compareExchange(states, part, STATE.untouched, STATE.begun) === STATE.untouched) finish(part);
    }
    for (const part of parts) {
      if (Atomics.wait(states, part, STATE.begun, MADE_WITHIN_MS) === 'timed-out') finish(part);
    }
  }
}
