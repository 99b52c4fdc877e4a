import type { BugPlace, OnBug } from '@kitestring/station/containment.ts';
import type { StationFamily } from './api/pages/metrics-page.ts';
import type { Log } from './http/log.ts';
import { TokenBucket } from './limits/token-bucket.ts';

/** A bug that comes with every sample would fill a disk with its stack: the first ones are enough to find it. */
const LOGGED = { perS: 0.1, burst: 10 };

/** Counts and logs what was thrown where no request could be answered with an error. The flight goes on. */
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

  /** Since the start, by where they were contained. */
  get counts(): readonly (readonly [place: BugPlace, count: number])[] {
    return [...this.#counts];
  }

  readonly report: OnBug = (bug, place) => {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
    if (!this.#logged.take(this.#nowUs())) {
      this.#unlogged += 1;
      return;
    }
    this.#log.error({ err: bug, place, unlogged: this.#unlogged }, 'a bug was contained; the flight goes on');
    this.#unlogged = 0;
  };
}

/** The count for monitoring: anything but 0 is worth a report to the maintainers. */
export const bugFamily = (bugs: Bugs): StationFamily => ({
  name: 'kitestring_contained_bugs_total',
  help: 'Callbacks that threw and were contained since the start; each is in the log.',
  kind: 'counter',
  label: 'place',
  read: () => bugs.counts,
});
