/** Validates a value received from another process. */
export type Check = (value: unknown) => boolean;

export const TEXT_MAX_CHARS = 65_536;
const LIST_MAX = 64;

export const isText: Check = (value) => typeof value === 'string' && value.length <= TEXT_MAX_CHARS;
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
/** A whole number from 0: a count or an identifier. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isBytes: Check = (value) => value instanceof Uint8Array;
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every(check);

export const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** An object with exactly these fields. */
export const isShape = (fields: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(fields);
  return (value) => {
    if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) return false;
    return checks.every(([name, check]) => check(value[name]));
  };
};

/** A tagged union: a field selects the shape. */
export const isVariant = (tag: string, shapes: Readonly<Record<string, Readonly<Record<string, Check>>>>): Check => {
  const checks = new Map(
    Object.entries(shapes).map(([name, fields]) => [name, isShape({ [tag]: isOneOf(name), ...fields })]),
  );
  // Not `String(...)`, which would run code of the sender.
  return (value) => isRecord(value) && typeof value[tag] === 'string' && checks.get(value[tag])?.(value) === true;
};
