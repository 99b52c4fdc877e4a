export const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.min(maximum, Math.max(minimum, value));

/** As it will be written: what differs by less changes nothing on the page. */
export const rounded = (value: number | undefined, places: number): number | undefined =>
  value === undefined ? undefined : Number(value.toFixed(places));

/** The value of before while the new one differs by less than can be seen. */
export const steady = (before: number | undefined, now: number | undefined, least: number): number | undefined =>
  before !== undefined && now !== undefined && Math.abs(now - before) < least ? before : now;
