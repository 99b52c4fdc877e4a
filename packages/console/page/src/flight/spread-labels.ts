interface PlacedLabel {
  /** Exact position, from the lower end. */
  readonly at: number;
  /** Position without overlap. */
  readonly shownAt: number;
}

/**
 * Moves overlapping labels apart, upwards from the lowest, and down again from the upper end.
 * @param gap minimum distance of two labels
 * @returns in the order of `places`
 */
export function spreadLabels(places: readonly number[], gap: number, end: number): readonly PlacedLabel[] {
  const order = places.map((at, index) => ({ at, index, shownAt: at })).sort((a, b) => a.at - b.at);
  let floor = Number.NEGATIVE_INFINITY;
  for (const label of order) {
    label.shownAt = Math.max(label.at, floor);
    floor = label.shownAt + gap;
  }
  let ceiling = end;
  for (const label of order.toReversed()) {
    label.shownAt = Math.min(label.shownAt, ceiling);
    ceiling = label.shownAt - gap;
  }
  return order.sort((a, b) => a.index - b.index).map(({ at, shownAt }) => ({ at, shownAt }));
}
