import { SecretsBusy } from '@kitestring/station/auth/secrets-busy.ts';
import type { HashLane } from '@kitestring/station/ports/secrets.ts';

/** Parallel hashes: Node has 4 threads for files, names and hashes together, and files must not wait. */
const RUNNING_MAX = 2;
/** Keeps one place free for clients that have signed in before. */
const STRANGERS_RUNNING_MAX = 1;
/** Limit of waiting hashes per lane, a few seconds of work; more is an attack or a client in a loop. */
const WAITING_MAX = 64;

/** Runs a few slow hashes at a time, in order; strangers cannot delay known clients. */
export class HashLanes {
  readonly #waiting: Readonly<Record<HashLane, (() => void)[]>> = { known: [], stranger: [] };
  readonly #running: Record<HashLane, number> = { known: 0, stranger: 0 };

  /** @throws SecretsBusy when too many wait in this lane */
  async run<T>(lane: HashLane, task: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(lane)) this.#running[lane] += 1;
    else if (this.#waiting[lane].length >= WAITING_MAX) throw new SecretsBusy(WAITING_MAX);
    else await new Promise<void>((resolve) => this.#waiting[lane].push(resolve));
    try {
      return await task();
    } finally {
      this.#running[lane] -= 1;
      this.#admit('known');
      this.#admit('stranger');
    }
  }

  /** Counts a task as running before its promise settles: its place must not be taken meanwhile. */
  #admit(lane: HashLane): void {
    while (this.#waiting[lane].length > 0 && this.#hasRoom(lane)) {
      this.#running[lane] += 1;
      this.#waiting[lane].shift()?.();
    }
  }

  #hasRoom(lane: HashLane): boolean {
    const { known, stranger } = this.#running;
    return known + stranger < RUNNING_MAX && (lane === 'known' || stranger < STRANGERS_RUNNING_MAX);
  }
}
