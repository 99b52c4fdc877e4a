import type { RowResult, Tolerance, VerificationCase } from '../row.ts';

/** Decimals that are significant at this tolerance. */
function digits({ expected, tolerance }: VerificationCase): number {
  const width =
    tolerance.kind === 'relative'
      ? tolerance.value * Math.abs(expected)
      : tolerance.kind === 'absolute'
        ? tolerance.value
        : 0.1;
  return Math.max(0, Math.min(12, Math.ceil(-Math.log10(width) - 1e-9)));
}

/** A value with its significant digits. */
export function figureText(value: number, one: VerificationCase): string {
  if (one.tolerance.kind === 'exact' || !Number.isFinite(value)) return String(value);
  if (one.tolerance.kind === 'at most' || one.tolerance.kind === 'between') return String(Number(value.toPrecision(3)));
  return value.toFixed(digits(one));
}

export function expectedText(one: VerificationCase): string {
  const { expected, tolerance } = one;
  if (tolerance.kind === 'at least') return `at least ${expected}`;
  if (tolerance.kind === 'at most') return `at most ${expected}`;
  return figureText(expected, one);
}

export function toleranceText(tolerance: Tolerance): string {
  switch (tolerance.kind) {
    case 'relative':
      return tolerance.value >= 1e-3
        ? `${shortest(tolerance.value * 100)} %`
        : `${tolerance.value.toExponential()} relative`;
    case 'absolute':
      return `± ${widthText(tolerance.value)}`;
    case 'between':
      return `${tolerance.low} to ${tolerance.high}`;
    case 'exact':
      return 'exact';
    case 'at least':
    case 'at most':
      return 'limit';
  }
}

export function errorText({ error, case: { tolerance } }: RowResult): string {
  if (tolerance.kind === 'at least' || tolerance.kind === 'at most') return '';
  if (error === 0) return '0';
  if (tolerance.kind === 'relative' && tolerance.value >= 1e-3) return `${(error * 100).toFixed(2)} %`;
  return error.toExponential(1);
}

const widthText = (value: number): string => (value < 1e-3 ? value.toExponential() : shortest(value));

const shortest = (value: number): string => String(Number(value.toPrecision(3)));
