import { checksAt, NotApplicableFault } from '../check.ts';

/** A consistency check of values. */
export const check = checksAt('read');

export type Values = Readonly<Record<string, unknown>>;
/** Numbers by these names. @throws NotApplicableFault if one is missing */
export const numbers = (values: Values, ...names: readonly string[]): number[] => {
  const found = names.map((name) => values[name]);
  const missing = names.filter((_, index) => typeof found[index] !== 'number');
  if (missing.length > 0) throw new NotApplicableFault(`there is no ${missing.join(', ')} now`);
  return found as number[];
};
