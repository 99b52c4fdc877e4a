/** Load of one source since the last evaluation. */
interface SourceLoad {
  readonly id: string;
  /** Priority; 0 is the highest. */
  readonly priority: number;
  readonly made: number;
  /** Pictures that were due and skipped because the machine was late. */
  readonly skipped: number;
  /** Time that its thread spent on pictures, waiting for the processor included, milliseconds. */
  readonly busyMs: number;
}

/** Limits of the divisor: a source makes at least a half or a third of its pictures, since fewer are no video. */
const MOST_DIVISOR = 3;
/**
 * A thread without idle time between its pictures cannot make more. One with idle time that still skips pictures was
 * delayed for a moment, which a lower rate would not cure.
 */
const FULL_SHARE = 0.85;
/** This share of skipped pictures does not count as overload. */
const TOLERATED_SHARE = 0.1;
/** Number of evaluations for a decision: one slow picture does not count. */
const JUDGED_LOOKS = 4;
/** A rate is raised if the expected load stays below this share of the time. */
const ROOM_SHARE = 0.75;
/** Evaluations without overload before a rate is raised. */
const CALM_LOOKS = 5;
/** After a raise that was too early the next one is delayed, up to this number of evaluations. */
const MOST_CALM_LOOKS = 80;

/**
 * Adapts frame rates to the capacity of the machine: evaluated once a second, one step at a time, by the share of the
 * last seconds spent on pictures. The source of the lowest priority is reduced first and restored last.
 */
export class RateGovernor {
  readonly #divisors = new Map<string, number>();
  /** The latest evaluations with these sources at these rates, newest last. */
  #looks: { readonly loads: readonly SourceLoad[]; readonly elapsedMs: number }[] = [];
  #calmLooks = 0;
  #neededCalm = CALM_LOOKS;

  /** Current divisor of a source's frame rate. */
  divisor(id: string): number {
    return this.#divisors.get(id) ?? 1;
  }

  /**
   * @param loads of the active sources
   * @param elapsedMs since the last evaluation
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
    // A rate that was raised too early: wait longer the next time.
    if (this.#calmLooks < CALM_LOOKS) this.#neededCalm = Math.min(MOST_CALM_LOOKS, this.#neededCalm * 2);
    this.#calmLooks = 0;
    const least = [...loads].sort(byPriority).findLast(({ id }) => this.divisor(id) < MOST_DIVISOR);
    if (least === undefined) return false;
    this.#divisors.set(least.id, this.divisor(least.id) + 1);
    return true;
  }

  #speedUp(loads: readonly SourceLoad[]): boolean {
    const slowed = [...loads].sort(byPriority).find(({ id }) => this.divisor(id) > 1);
    if (slowed === undefined) {
      this.#neededCalm = CALM_LOOKS;
      return false;
    }
    const divisor = this.divisor(slowed.id);
    if ((this.#sum(slowed.id).busyShare * divisor) / (divisor - 1) > ROOM_SHARE) return false;
    this.#calmLooks = 0;
    this.#divisors.set(slowed.id, divisor - 1);
    return true;
  }

  #isTooSlow(id: string): boolean {
    const { busyShare, skippedShare } = this.#sum(id);
    return busyShare > FULL_SHARE && skippedShare > TOLERATED_SHARE;
  }

  /** Sum over all evaluations considered. */
  #sum(id: string): { readonly busyShare: number; readonly skippedShare: number } {
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
