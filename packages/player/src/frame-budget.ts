/** Whether this machine decodes and draws pictures as fast as they come. */

/** Totals of a video element since it began, as the browser counts them. */
interface PictureTotals {
  /** Decoded, shown or not. */
  readonly total: number;
  /** Decoded too late to be shown. */
  readonly dropped: number;
}

interface Sample extends PictureTotals {
  readonly atMs: number;
}

/** Over so long it is judged: a page that does something else for a moment is not slow. */
const OVER_AFTER_MS = 3000;
const FITS_AFTER_MS = 10_000;
/** Fewer pictures tell nothing. */
const LEAST_PICTURES = 10;
/** Shares that come too late: from the one on it is over its budget, below the other it fits again. */
const OVER_SHARE = 0.25;
const FITS_SHARE = 0.05;

/** Counts pictures that were decoded and came too late to be shown. */
export class FrameBudget {
  #samples: readonly Sample[] = [];
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @returns whether that has changed */
  look(atMs: number, totals: PictureTotals): boolean {
    // Another connection counts anew.
    if (totals.total < (this.#samples.at(-1)?.total ?? 0)) this.forget();
    this.#samples = [...this.#samples.filter((sample) => atMs - sample.atMs <= FITS_AFTER_MS), { ...totals, atMs }];
    const share = this.#shareSince(atMs - (this.#isOver ? FITS_AFTER_MS : OVER_AFTER_MS));
    const isOver = share === undefined ? this.#isOver : this.#isOver ? share >= FITS_SHARE : share >= OVER_SHARE;
    const hasChanged = isOver !== this.#isOver;
    this.#isOver = isOver;
    return hasChanged;
  }

  /** What was counted so far is of no use: of a page that was hidden, or another connection. */
  forget(): void {
    this.#samples = [];
  }

  /** Undefined while it has not been looked at for so long, or hardly a picture came. */
  #shareSince(sinceMs: number): number | undefined {
    const first = this.#samples.findLast(({ atMs }) => atMs <= sinceMs);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.total - first.total < LEAST_PICTURES) return undefined;
    return (last.dropped - first.dropped) / (last.total - first.total);
  }
}
