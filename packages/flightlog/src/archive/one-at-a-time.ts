/** More of them indicate clients that do not wait for answers. */
const WAITING_MAX = 16;

/** Reads logs one after the other: each takes processor time and memory that the flight needs too. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @returns undefined where too many wait already */
  run<Value>(work: () => Promise<Value>): Promise<Value> | undefined {
    if (this.#waiting >= WAITING_MAX) return undefined;
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
