import type { BugPlace, OnBug } from '@kitestring/base/containment.ts';
import type { Log } from '@kitestring/base/log.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import type { StationFamily } from '@kitestring/web/pages';

/** Rate limit: a bug at every sample would fill a disk with stack traces, and the first ones are enough. */
const LOGGED = { perS: 0.1, burst: 10 };

/** Counts and logs exceptions where no request could be answered with an error. Everything else continues. */
export class Bugs {
  readonly #log: Log;
  readonly #nowUs: () => number;
  readonly #logged: TokenBucket;
  readonly #counts = new Map<BugPlace, number>();
  #unlogged = 0;

  /** @param nowUs monotonic real time, microseconds */
  constructor(log: Log, nowUs: () => number = () => performance.now() * 1000) {
    this.#log = log;
    this.#nowUs = nowUs;
    this.#logged = new TokenBucket(LOGGED, nowUs());
  }

  /** Counts since the start, by place of containment. */
  get counts(): readonly (readonly [place: BugPlace, count: number])[] {
    return [...this.#counts];
  }

  readonly report: OnBug = (bug, place) => {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
    if (!this.#logged.take(this.#nowUs())) {
      this.#unlogged += 1;
      return;
    }
    this.#log.error(
      { err: bug, place, unlogged: this.#unlogged },
      'a bug was contained: its task has ended, all others continue',
    );
    this.#unlogged = 0;
  };
}

/** Counter for monitoring: any value but 0 should be reported to the maintainers. */
export const bugFamily = (bugs: Bugs): StationFamily => ({
  name: 'kitestring_contained_bugs_total',
  help: 'Callbacks that threw and were contained since the start; each is in the log.',
  kind: 'counter',
  label: 'place',
  read: () => bugs.counts,
});
