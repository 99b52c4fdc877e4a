/** What one source did since the last look. */
export interface SourceLoad {
  readonly id: string;
  /** 0 matters most. */
  readonly priority: number;
  readonly made: number;
  /** Were due and not made, because the machine was late. */
  readonly skipped: number;
}

/** A source makes a half or a third of its pictures at least: fewer are no video. */
const MOST_DIVISOR = 3;
/** Such a share of pictures left out is not seen as a machine that is too slow. */
const TOLERATED_SHARE = 0.1;
/** Looks without trouble before more is tried. */
const CALM_LOOKS = 5;
/** Every time that was too early it is tried later, up to so many looks. */
const MOST_CALM_LOOKS = 80;

/**
 * Fits the frame rates to what the machine can do: looked at once a second, one step at a time. The source that matters
 * least gives way first; the one that matters most gets its rate back first.
 */
export class RateGovernor {
  readonly #divisors = new Map<string, number>();
  #calmLooks = 0;
  #neededCalm = CALM_LOOKS;

  /** By what the frame rate of a source is divided now. */
  divisorOf(id: string): number {
    return this.#divisors.get(id) ?? 1;
  }

  /** @param loads of the sources that are at work. @returns whether a rate has changed */
  look(loads: readonly SourceLoad[]): boolean {
    this.#forgetOthers(loads);
    if (loads.some(isLate)) return this.#slowDown(loads);
    this.#calmLooks += 1;
    return this.#calmLooks >= this.#neededCalm && this.#speedUp(loads);
  }

  #slowDown(loads: readonly SourceLoad[]): boolean {
    // A rate that was only just raised was too much: wait longer the next time.
    if (this.#calmLooks < CALM_LOOKS) this.#neededCalm = Math.min(MOST_CALM_LOOKS, this.#neededCalm * 2);
    this.#calmLooks = 0;
    const least = [...loads].sort(byPriority).findLast(({ id }) => this.divisorOf(id) < MOST_DIVISOR);
    if (least === undefined) return false;
    this.#divisors.set(least.id, this.divisorOf(least.id) + 1);
    return true;
  }

  #speedUp(loads: readonly SourceLoad[]): boolean {
    const slowed = [...loads].sort(byPriority).find(({ id }) => this.divisorOf(id) > 1);
    if (slowed === undefined) {
      this.#neededCalm = CALM_LOOKS;
      return false;
    }
    this.#calmLooks = 0;
    this.#divisors.set(slowed.id, this.divisorOf(slowed.id) - 1);
    return true;
  }

  #forgetOthers(loads: readonly SourceLoad[]): void {
    for (const id of this.#divisors.keys()) {
      if (!loads.some((load) => load.id === id)) this.#divisors.delete(id);
    }
  }
}

const isLate = ({ made, skipped }: SourceLoad): boolean => skipped > TOLERATED_SHARE * (made + skipped);
const byPriority = (one: SourceLoad, other: SourceLoad): number => one.priority - other.priority;
