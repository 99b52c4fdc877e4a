import { roundTo } from '@kitestring/station-contract/schema.ts';

/** 1 cm for a coordinate in degrees; the finest useful resolution. */
const DECIMALS = 7;

/** A JSON value with all numbers rounded to a useful resolution. */
export function rounded<T>(value: T): T;
export function rounded(value: unknown): unknown {
  if (typeof value === 'number') return roundTo(value, DECIMALS);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => rounded(member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}
