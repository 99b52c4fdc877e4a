/** Period over which lost packets are counted. */
const PERIOD_US = 10_000_000;
/** Fewer packets say nothing about a link. */
const ENOUGH = 20;

interface Counted {
  readonly atUs: number;
  readonly received: number;
  readonly lost: number;
}

/** Share of the autopilot's packets that were lost in the last seconds. */
export class LinkQuality {
  #counts: readonly Counted[] = [];

  /** Called about once a second, with the counts since the start. */
  take(counted: Counted): void {
    // Counts that go back are those of another sender.
    const isOther = counted.received < (this.#counts.at(-1)?.received ?? 0);
    const kept = isOther ? [] : this.#counts.filter(({ atUs }) => counted.atUs - atUs <= PERIOD_US);
    this.#counts = [...kept, counted];
  }

  /** From 0 to 1; undefined while too few packets have come. */
  get lostShare(): number | undefined {
    const [first] = this.#counts;
    const last = this.#counts.at(-1);
    if (first === undefined || last === undefined) return undefined;
    // A late packet fills the gap that it has left, which may be one of before.
    const lost = Math.max(0, last.lost - first.lost);
    const all = last.received - first.received + lost;
    return all < ENOUGH ? undefined : lost / all;
  }
}
