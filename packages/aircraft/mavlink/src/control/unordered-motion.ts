import { StandstillWatch } from '../standstill-watch.ts';

interface UnorderedMotionOptions {
  /** Further off than a gust moves it, upwards and downwards. */
  readonly above: number;
  readonly below: number;
  /** So much of it is no movement. */
  readonly standsWithin: number;
}

/** Shorter excursions are gusts. */
const AFTER_US = 1_000_000;
/** It is over when nothing has moved for so long. */
const STANDS_US = 5_000_000;

/**
 * Movement that this station has not ordered: another one orders it, whatever the autopilot says about who is in control. It lasts until the
 * movement has ended.
 */
export class UnorderedMotion {
  readonly #options: UnorderedMotionOptions;
  readonly #standstill: StandstillWatch;
  #offSinceUs: number | undefined;
  /** The value that it left for good, which is expected no longer. */
  #leftAt: number | undefined;
  #isMoving = false;

  constructor(options: UnorderedMotionOptions) {
    this.#options = options;
    this.#standstill = new StandstillWatch(options.standsWithin);
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** @param heldAt where it is held; undefined while an order is under way, and where nothing is held */
  take(heldAt: number | undefined, value: number | undefined, nowUs: number): void {
    this.#standstill.take(value, nowUs);
    if (this.#isMoving) {
      this.#isMoving = this.#standstill.forUs(nowUs) < STANDS_US;
      return;
    }
    if (heldAt !== this.#leftAt) this.#leftAt = undefined;
    const { above, below } = this.#options;
    const isExpected = heldAt !== undefined && heldAt !== this.#leftAt && value !== undefined;
    if (!isExpected || (value - heldAt <= above && heldAt - value <= below)) {
      this.#offSinceUs = undefined;
      return;
    }
    this.#offSinceUs ??= nowUs;
    if (nowUs - this.#offSinceUs < AFTER_US || this.#standstill.forUs(nowUs) >= AFTER_US) return;
    this.#isMoving = true;
    this.#leftAt = heldAt;
    this.#offSinceUs = undefined;
  }
}
