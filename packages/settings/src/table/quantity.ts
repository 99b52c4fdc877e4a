import Type from 'typebox';

/** A number with a unit and a range, both ends allowed. */
export const quantity = (unit: string, minimum: number, maximum: number) => Type.Number({ unit, minimum, maximum });

/** A whole number in a range, both ends allowed. */
export const count = (minimum: number, maximum: number, unit?: string) =>
  Type.Integer(unit === undefined ? { minimum, maximum } : { minimum, maximum, unit });

/** A line of text without control characters. */
export const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

/** Sustained rate of a limit. */
export const perSecond = quantity('1/s', 1, 1e6);
export const perMinute = quantity('1/min', 1, 1e6);

/** Requests that a limit allows at once. */
export const burst = count(1, 1e6);
