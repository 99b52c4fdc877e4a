import { nodePlatform } from '@kitestring/client/node.ts';
import type { Platform } from '@kitestring/client/platform.ts';

/** Timeout of the requests of a client on this platform, milliseconds. */
export const TIMEOUT_MS = 60_000;
/** Pauses before another attempt are shorter than this, deadlines of silence longer. */
const LONGEST_PAUSE_MS = 10_000;

/** Real sockets, but pauses between attempts take no time, and deadlines pass when the test says so. */
export class ImpatientPlatform implements Platform {
  /** Pauses so far, milliseconds. */
  readonly pausesMs: number[] = [];
  readonly fetch: Platform['fetch'];
  readonly openSocket: Platform['openSocket'];
  readonly #deadlines = new Map<() => void, number>();

  constructor(node = nodePlatform()) {
    this.fetch = node.fetch;
    this.openSocket = node.openSocket;
  }

  nowMs = (): number => performance.now();

  random = (): number => 0.5;

  schedule = (delayMs: number, callback: () => void): (() => void) => {
    if (delayMs > LONGEST_PAUSE_MS) {
      this.#deadlines.set(callback, delayMs);
      return () => this.#deadlines.delete(callback);
    }
    this.pausesMs.push(delayMs);
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  };

  /** Lets the deadlines of this length pass. */
  pass(deadlineMs: number): void {
    for (const [callback, delayMs] of [...this.#deadlines]) {
      if (delayMs !== deadlineMs) continue;
      this.#deadlines.delete(callback);
      callback();
    }
  }
}
