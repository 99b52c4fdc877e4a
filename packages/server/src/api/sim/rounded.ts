import { roundTo } from '@kitestring/contract/schema.ts';

/** Of a coordinate in degrees that is 1 cm; of nothing else is so much known. */
const DECIMALS = 7;

/** A JSON value with all its numbers rounded to what can be known. */
export function rounded<T>(value: T): T;
export function rounded(value: unknown): unknown {
  if (typeof value === 'number') return roundTo(value, DECIMALS);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => rounded(member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}
