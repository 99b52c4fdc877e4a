export const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.min(maximum, Math.max(minimum, value));

/** Rounded as displayed: smaller differences change nothing on the page. */
export const rounded = (value: number | undefined, places: number): number | undefined =>
  value === undefined ? undefined : Number(value.toFixed(places));

/** Keeps the old value while the new one does not differ visibly. */
export const steady = (before: number | undefined, now: number | undefined, least: number): number | undefined =>
  before !== undefined && now !== undefined && Math.abs(now - before) < least ? before : now;
