/** One measurement: when, and how much. */
export interface Point {
  readonly minute: number;
  readonly mib: number;
}

/** Growth in MiB an hour, by the line that fits best (Theil and Sen: the median of all slopes, which a few jumps do not move). */
export function growthMibPerH(points: readonly Point[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.mib - one.mib) / (other.minute - one.minute)),
  );
  const sorted = slopes.sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return middle * 60;
}
