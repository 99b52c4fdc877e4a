/** The lowest and the highest value of a series; neither where there is none. */
export function extentOf(values: readonly (number | null)[]): { low: number | undefined; high: number | undefined } {
  let low: number | undefined;
  let high: number | undefined;
  for (const value of values) {
    if (value === null) continue;
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  return { low, high };
}

/** The newest value; undefined when the newest sample has none, so that an old one does not pass for it. */
export const latestOf = (values: readonly (number | null)[]): number | undefined => values.at(-1) ?? undefined;
