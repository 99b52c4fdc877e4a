/**
 * Amounts of a run from its flags. A mistyped one would otherwise be NaN, and a run without a single round would end well.
 * @throws Error for anything but a number above 0
 */
export function amountOf(values: Readonly<Record<string, unknown>>, name: string): number {
  const amount = Number(values[name]);
  if (amount > 0 && Number.isFinite(amount)) return amount;
  throw new Error(`--${name} must be a number above 0, got ${values[name]}`);
}
