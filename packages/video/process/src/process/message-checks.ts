/** Validates a value received from another process. */
export interface Check<Value = unknown> {
  (value: unknown): boolean;
  /** For the compiler only: the type of a message is that of its check. */
  readonly value?: Value;
}

export type Checked<C> = C extends Check<infer Value> ? Value : never;

export const TEXT_MAX_CHARS = 65_536;
const LIST_MAX = 64;

export const isText: Check<string> = (value) => typeof value === 'string' && value.length <= TEXT_MAX_CHARS;
export const isNumber: Check<number> = (value) => typeof value === 'number' && Number.isFinite(value);
/** A whole number from 0: a count or an identifier. */
export const isCount: Check<number> = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';
export const isBytes: Check<Uint8Array> = (value) => value instanceof Uint8Array;
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isOneOf =
  <const Value>(...values: readonly Value[]): Check<Value> =>
  (value) =>
    values.includes(value as Value);

export const isListOf =
  <Value>(check: Check<Value>): Check<readonly Value[]> =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every(check);

export const maybe =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value) =>
    value === undefined || check(value);

type Fields = Readonly<Record<string, Check>>;

/** Fields of `maybe` may be absent. */
type Shape<F extends Fields> = {
  readonly [Name in keyof F as undefined extends Checked<F[Name]> ? never : Name]: Checked<F[Name]>;
} & { readonly [Name in keyof F as undefined extends Checked<F[Name]> ? Name : never]?: NonNullable<Checked<F[Name]>> };

/** An object with exactly these fields. */
export const isShape = <F extends Fields>(fields: F): Check<Shape<F>> => {
  const checks = Object.entries(fields);
  return (value) => {
    if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) return false;
    return checks.every(([name, check]) => check(value[name]));
  };
};

type Variants<Tag extends string, Shapes extends Readonly<Record<string, Fields>>> = {
  [Name in keyof Shapes]: { readonly [T in Tag]: Name } & Shape<Shapes[Name]>;
}[keyof Shapes];

/** A tagged union: a field selects the shape. */
export const isVariant = <const Tag extends string, Shapes extends Readonly<Record<string, Fields>>>(
  tag: Tag,
  shapes: Shapes,
): Check<Variants<Tag, Shapes>> => {
  const checks = new Map(
    Object.entries(shapes).map(([name, fields]) => [name, isShape({ [tag]: isOneOf(name), ...fields })]),
  );
  // Not `String(...)`, which would run code of the sender.
  return (value) => isRecord(value) && typeof value[tag] === 'string' && checks.get(value[tag])?.(value) === true;
};
