/** Detects whether this machine decodes and draws pictures as fast as they arrive. */

/** Cumulative totals of a video element, as counted by the browser. */
interface PictureTotals {
  /** Decoded, shown or not. */
  readonly total: number;
  /** Decoded too late to be shown. */
  readonly dropped: number;
}

interface Sample extends PictureTotals {
  readonly atMs: number;
}

/** Evaluation window: a short load on the page does not count. */
const OVER_AFTER_MS = 3000;
const FITS_AFTER_MS = 10_000;
/** Minimum number of pictures for an evaluation. */
const LEAST_PICTURES = 10;
/** Fractions of late pictures: over budget from the first on, within budget again below the second. */
const OVER_SHARE = 0.25;
const FITS_SHARE = 0.05;

/** Counts pictures that were decoded too late to be shown. */
export class FrameBudget {
  #samples: readonly Sample[] = [];
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @returns whether the state has changed */
  look(atMs: number, totals: PictureTotals): boolean {
    // Another connection resets the totals.
    if (totals.total < (this.#samples.at(-1)?.total ?? 0)) this.forget();
    // The newest of before the window stays: it is where the window begins.
    const begin = this.#samples.findLastIndex((sample) => sample.atMs <= atMs - FITS_AFTER_MS);
    this.#samples = [...this.#samples.slice(Math.max(0, begin)), { ...totals, atMs }];
    const share = this.#shareSince(atMs - (this.#isOver ? FITS_AFTER_MS : OVER_AFTER_MS));
    const isOver = share === undefined ? this.#isOver : this.#isOver ? share >= FITS_SHARE : share >= OVER_SHARE;
    const hasChanged = isOver !== this.#isOver;
    this.#isOver = isOver;
    return hasChanged;
  }

  /** Discards the totals: of a hidden page, or another connection. */
  forget(): void {
    this.#samples = [];
  }

  /** Undefined before the window is full, or with too few pictures. */
  #shareSince(sinceMs: number): number | undefined {
    const first = this.#samples.findLast(({ atMs }) => atMs <= sinceMs);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.total - first.total < LEAST_PICTURES) return undefined;
    return (last.dropped - first.dropped) / (last.total - first.total);
  }
}
