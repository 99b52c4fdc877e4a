/** What one source did since the last look. */
interface SourceLoad {
  readonly id: string;
  /** 0 matters most. */
  readonly priority: number;
  readonly made: number;
  /** Were due and not made, because the machine was late. */
  readonly skipped: number;
  /** How long its thread was at work on pictures, waiting for the processor included, milliseconds. */
  readonly busyMs: number;
}

/** A source makes a half or a third of its pictures at least: fewer are no video. */
const MOST_DIVISOR = 3;
/**
 * A thread that has no time left between its pictures cannot make more of them. One that has, and leaves out pictures all the same, was
 * held up for a moment, which fewer pictures would not mend.
 */
const FULL_SHARE = 0.85;
/** Such a share of pictures left out is not seen as a machine that is too slow. */
const TOLERATED_SHARE = 0.1;
/** So many looks make a judgement: one slow picture is none. */
const JUDGED_LOOKS = 4;
/** A rate is raised where the work for it is expected to take no more of the time than this. */
const ROOM_SHARE = 0.75;
/** Looks without trouble before more is tried. */
const CALM_LOOKS = 5;
/** Every time that was too early it is tried later, up to so many looks. */
const MOST_CALM_LOOKS = 80;

/**
 * Fits the frame rates to what the machine can do: looked at once a second, one step at a time. It judges by how much of the time of the
 * last seconds the work took. The source that matters least gives way first; the one that matters most gets its rate back first.
 */
export class RateGovernor {
  readonly #divisors = new Map<string, number>();
  /** Of the last looks with these sources at these rates, the newest last. */
  #looks: { readonly loads: readonly SourceLoad[]; readonly elapsedMs: number }[] = [];
  #calmLooks = 0;
  #neededCalm = CALM_LOOKS;

  /** By what the frame rate of a source is divided now. */
  divisorOf(id: string): number {
    return this.#divisors.get(id) ?? 1;
  }

  /**
   * @param loads of the sources that are at work
   * @param elapsedMs since the last look
   * @returns whether a rate has changed
   */
  look(loads: readonly SourceLoad[], elapsedMs: number): boolean {
    this.#forgetOthers(loads);
    this.#looks = [...this.#looks, { loads, elapsedMs }].slice(-JUDGED_LOOKS);
    const hasChanged = this.#judge(loads);
    if (hasChanged) this.#looks = [];
    return hasChanged;
  }

  #judge(loads: readonly SourceLoad[]): boolean {
    const isJudged = this.#looks.length === JUDGED_LOOKS;
    if (isJudged && loads.some(({ id }) => this.#isTooSlow(id))) return this.#slowDown(loads);
    this.#calmLooks += 1;
    return isJudged && this.#calmLooks >= this.#neededCalm && this.#speedUp(loads);
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
    const divisor = this.divisorOf(slowed.id);
    if ((this.#sumOf(slowed.id).busyShare * divisor) / (divisor - 1) > ROOM_SHARE) return false;
    this.#calmLooks = 0;
    this.#divisors.set(slowed.id, divisor - 1);
    return true;
  }

  #isTooSlow(id: string): boolean {
    const { busyShare, skippedShare } = this.#sumOf(id);
    return busyShare > FULL_SHARE && skippedShare > TOLERATED_SHARE;
  }

  /** What a source did in all looks that are judged. */
  #sumOf(id: string): { readonly busyShare: number; readonly skippedShare: number } {
    const sum = { elapsedMs: 0, busyMs: 0, made: 0, skipped: 0 };
    for (const { elapsedMs, loads } of this.#looks) {
      const load = loads.find((each) => each.id === id);
      sum.elapsedMs += elapsedMs;
      sum.busyMs += load?.busyMs ?? 0;
      sum.made += load?.made ?? 0;
      sum.skipped += load?.skipped ?? 0;
    }
    return {
      busyShare: sum.busyMs / Math.max(1, sum.elapsedMs),
      skippedShare: sum.skipped / Math.max(1, sum.made + sum.skipped),
    };
  }

  #forgetOthers(loads: readonly SourceLoad[]): void {
    const ids = (of: readonly SourceLoad[] | undefined) => of?.map(({ id }) => id).join(' ');
    if (ids(this.#looks.at(-1)?.loads) !== ids(loads)) this.#looks = [];
    for (const id of this.#divisors.keys()) {
      if (!loads.some((load) => load.id === id)) this.#divisors.delete(id);
    }
  }
}

const byPriority = (one: SourceLoad, other: SourceLoad): number => one.priority - other.priority;
