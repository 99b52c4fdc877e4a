/** Allowed deviation of a result. */
export type Tolerance =
  | { readonly kind: 'relative' | 'absolute'; readonly value: number }
  | { readonly kind: 'exact' | 'at least' | 'at most' }
  | { readonly kind: 'between'; readonly low: number; readonly high: number };

/** One value of the model with its expected value. */
export interface VerificationCase {
  /** The compared quantity. */
  readonly name: string;
  /** Input of the model. */
  readonly input: string;
  readonly expected: number;
  /** Empty for a dimensionless number. */
  readonly unit: string;
  readonly tolerance: Tolerance;
  /** Computes the value with the product's code. */
  got(): number;
  /** The value depends on the machine rather than on the model: not in the documentation. */
  readonly isOfMachine?: true;
}

/** Source of the expected values. */
type Source = 'closed form' | 'own calculation' | `published: ${string}`;

/** One line of the verification plan: V rows are the plan, X rows were added. */
export interface VerificationRow {
  readonly row: `V${number}` | `X${number}`;
  readonly title: string;
  readonly source: Source;
  /** The function is part of the verification only, not of the product. */
  readonly isOutsideProduct?: true;
  readonly cases: readonly VerificationCase[];
}

export interface RowResult {
  readonly row: VerificationRow;
  readonly case: VerificationCase;
  readonly got: number;
  /** Result minus expected value; relative where the tolerance is. */
  readonly error: number;
  readonly isOk: boolean;
}

/** Runs one case. */
export function judge(row: VerificationRow, one: VerificationCase): RowResult {
  const got = one.got();
  const { expected, tolerance } = one;
  const difference = got - expected;
  const error = tolerance.kind === 'relative' ? difference / Math.abs(expected) : difference;
  return { row, case: one, got, error, isOk: isWithin(got, expected, error, tolerance) };
}

function isWithin(got: number, expected: number, error: number, tolerance: Tolerance): boolean {
  switch (tolerance.kind) {
    case 'relative':
    case 'absolute':
      return Math.abs(error) <= tolerance.value;
    case 'exact':
      return got === expected;
    case 'at least':
      return got >= expected;
    case 'at most':
      return got <= expected;
    case 'between':
      return got >= tolerance.low && got <= tolerance.high;
  }
}

export const relative = (value: number): Tolerance => ({ kind: 'relative', value });
export const absolute = (value: number): Tolerance => ({ kind: 'absolute', value });
export const between = (low: number, high: number): Tolerance => ({ kind: 'between', low, high });
export const EXACT: Tolerance = { kind: 'exact' };
export const AT_LEAST: Tolerance = { kind: 'at least' };
export const AT_MOST: Tolerance = { kind: 'at most' };

/** Name, expected value and the code that computes the result. */
export type CheckedFigure = readonly [name: string, expected: number, got: () => number];

/** Cases that share input, unit and tolerance. */
export const figures = (
  input: string,
  unit: string,
  tolerance: Tolerance,
  ...list: readonly CheckedFigure[]
): readonly VerificationCase[] =>
  list.map(([name, expected, got]) => ({ name, input, expected, unit, tolerance, got }));

/** A result shared by several cases: computed on first use. */
export function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
