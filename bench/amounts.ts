/**
 * Amounts of a run from its flags. A mistyped one would be NaN, and a run without a round would succeed.
 * @throws Error unless the value is a number above 0
 */
export function amountOf(values: Readonly<Record<string, unknown>>, name: string): number {
  const amount = Number(values[name]);
  if (amount > 0 && Number.isFinite(amount)) return amount;
  throw new Error(`--${name} must be a number above 0, got ${values[name]}`);
}
