/** A rate is measured over this time: of two messages one may be late. */
const MEASURED_OVER_US = 300_000;

/** How fast a heading changes. */
export class RateOfTurn {
  #seen: readonly { readonly deg: number; readonly atUs: number }[] = [];

  /** @param headingDeg without wrapping */
  take(headingDeg: number | undefined, nowUs: number): void {
    if (headingDeg === undefined) return;
    const fresh = this.#seen.filter(({ atUs }) => nowUs - atUs <= MEASURED_OVER_US);
    this.#seen = [...fresh, { deg: headingDeg, atUs: nowUs }];
  }

  /** Degrees per second, 0 before there are two headings. */
  get dps(): number {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (first === undefined || last === undefined || last.atUs === first.atUs) return 0;
    return ((last.deg - first.deg) * 1e6) / (last.atUs - first.atUs);
  }
}
