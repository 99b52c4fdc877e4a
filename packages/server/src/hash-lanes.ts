import type { HashLane } from '@kitestring/station/ports/secrets.ts';

/** Hashes at a time: Node has 4 threads for files, names and hashes together, and the files must not wait. */
const RUNNING_MAX = 2;
/** So that one place is always free for those who have signed in before. */
const STRANGERS_RUNNING_MAX = 1;
/** Hashes waiting in each lane, a few seconds of work; more is an attack or a loop of a client. */
const WAITING_MAX = 64;

/** More keys wait to be hashed than the station takes on. The caller may ask again in some seconds. */
export class SecretsBusy extends Error {
  override readonly name = 'SecretsBusy';
  readonly code = 'SECRETS_BUSY';

  constructor() {
    super(`${WAITING_MAX} API keys are waiting to be checked; ask again in a few seconds`);
  }
}

/** Runs a few slow hashes at a time, in order of asking; strangers cannot hold up those who are known. */
export class HashLanes {
  readonly #waiting: Readonly<Record<HashLane, (() => void)[]>> = { known: [], stranger: [] };
  readonly #running: Record<HashLane, number> = { known: 0, stranger: 0 };

  /** @throws SecretsBusy when too many wait in this lane */
  async run<T>(lane: HashLane, task: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(lane)) this.#running[lane] += 1;
    else if (this.#waiting[lane].length >= WAITING_MAX) throw new SecretsBusy();
    else await new Promise<void>((resolve) => this.#waiting[lane].push(resolve));
    try {
      return await task();
    } finally {
      this.#running[lane] -= 1;
      this.#admit('known');
      this.#admit('stranger');
    }
  }

  /** Counts a task as running before its promise has told it so: nobody else may take the place meanwhile. */
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
