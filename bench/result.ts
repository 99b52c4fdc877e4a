/** One measured figure beside its limit, or beside a peer measured in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Target; undefined if there is none. */
  readonly limit?: { readonly kind: 'at least' | 'at most'; readonly value: number };
  readonly note?: string;
}

/** @param unit empty for a ratio @param more target, if any, and a note */
export function figure(
  name: string,
  value: number,
  unit: string,
  {
    atLeast,
    atMost,
    note,
  }: { readonly atLeast?: number; readonly atMost?: number | undefined; readonly note?: string | undefined } = {},
): BenchRow {
  return {
    name,
    value,
    unit,
    ...(atLeast !== undefined && { limit: { kind: 'at least', value: atLeast } }),
    ...(atMost !== undefined && { limit: { kind: 'at most', value: atMost } }),
    ...(note !== undefined && { note }),
  };
}

export const meets = ({ value, limit }: BenchRow): boolean =>
  limit === undefined || (limit.kind === 'at least' ? value >= limit.value : value <= limit.value);

/** Prints the current step of a benchmark. */
export const progress = (what: string): boolean => process.stderr.write(`  ${what}\n`);

export const median = (values: readonly number[]): number => percentile(values, 50);

/** The value that `percent` of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
