import { checksAt, NotApplicable } from '../check.ts';

/** A check of values that are read. */
export const check = checksAt('read');

export type Values = Readonly<Record<string, unknown>>;
/** Numbers with these names. @throws NotApplicable where one is missing */
export const numbers = (values: Values, ...names: readonly string[]): number[] => {
  const found = names.map((name) => values[name]);
  const missing = names.filter((_, index) => typeof found[index] !== 'number');
  if (missing.length > 0) throw new NotApplicable(`there is no ${missing.join(', ')} now`);
  return found as number[];
};
