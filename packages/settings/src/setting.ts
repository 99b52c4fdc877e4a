import Type, { type Static, type TSchema } from 'typebox';

/** One setting. Its name is the key of the table (see `SETTINGS`). */
export interface Setting<Value = unknown> {
  /** Type and range of the value; the unit is in the schema as `unit`. */
  readonly schema: TSchema;
  readonly default: Value;
  /** Effect, one or two sentences, Markdown. */
  readonly description: string;
  /** Allowed values as text, where the schema does not express them. */
  readonly allowed?: string;
  /** Reason to refuse a value of the right type. */
  readonly refuse?: (value: unknown) => string | undefined;
  /** Flag name without dashes, if different from the setting's name; `false` for none. */
  readonly flag?: string | false;
  /** A path: a relative one starts at the folder of its file, or at the current folder. */
  readonly isPath?: boolean;
  /** The value without secrets, for printing and errors. */
  readonly masked?: (value: unknown) => string;
  /** Never printed, not even in an error. */
  readonly secret?: boolean;
}

export type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

type Extras = Omit<Setting, 'schema' | 'default' | 'description'>;

/** A setting with a default. */
export function setting<S extends TSchema>(
  schema: S,
  defaultValue: Static<S>,
  description: string,
  extras: Extras = {},
): Setting<Static<S>> {
  return { schema, default: defaultValue, description, ...extras };
}

/** An optional setting. */
export function optionalSetting<S extends TSchema>(
  schema: S,
  description: string,
  extras: Extras = {},
): Setting<Static<S> | undefined> {
  return { schema, default: undefined, description, ...extras };
}

/** An optional setting that names a file, or what `allowed` says. */
export const fileSetting = (description: string, extras: Extras = {}): Setting<string | undefined> =>
  optionalSetting(Type.String({ minLength: 1, maxLength: 4096 }), description, {
    isPath: true,
    allowed: 'a file',
    ...extras,
  });

/** `sim.wind_speed_mps` is the flag `--sim-wind-speed-mps`, unless the setting names another; undefined for none. */
export function flagOf(name: string, { flag }: Setting): string | undefined {
  if (flag === false) return undefined;
  return flag ?? name.replaceAll(/[._]/g, '-');
}

/** The variable is the flag in capitals: `--sim-speed` is KITESTRING_SIM_SPEED. */
export function variable(name: string, { flag }: Setting, prefix: string): string {
  const base = typeof flag === 'string' ? flag : name;
  return `${prefix}${base.replaceAll(/[.-]/g, '_').toUpperCase()}`;
}
