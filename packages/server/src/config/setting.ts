import type { Static, TSchema } from 'typebox';

/** One thing that whoever runs the station can choose. Its name is the key of the table (see `SETTINGS`). */
export interface Setting<Value = unknown> {
  /** Type and range of the value. A unit stands in the schema as `unit`. */
  readonly schema: TSchema;
  readonly default: Value;
  /** What it changes, one or two sentences, Markdown. */
  readonly description: string;
  /** The allowed values in words, where the schema cannot say them. */
  readonly allowed?: string;
  /** A value of the right type that is wrong all the same: says why. */
  readonly refuse?: (value: unknown) => string | undefined;
  /** Name of the flag without its dashes, where it is not the setting's own name; `false` for none. */
  readonly flag?: string | false;
  /** A path: when it is relative it starts where it was written (the folder of the file, or the current folder). */
  readonly isPath?: boolean;
  /** The value without what is secret in it, as it may be printed and repeated in errors. */
  readonly masked?: (value: unknown) => string;
  /** Never printed, never repeated in an error. */
  readonly secret?: boolean;
}

export type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

type Extras = Omit<Setting, 'schema' | 'default' | 'description'>;

/** A setting that always has a value. */
export function setting<S extends TSchema>(
  schema: S,
  defaultValue: Static<S>,
  description: string,
  extras: Extras = {},
): Setting<Static<S>> {
  return { schema, default: defaultValue, description, ...extras };
}

/** A setting that may be left out altogether. */
export function optionalSetting<S extends TSchema>(
  schema: S,
  description: string,
  extras: Extras = {},
): Setting<Static<S> | undefined> {
  return { schema, default: undefined, description, ...extras };
}

/** `sim.wind_speed_mps` is the flag `--sim-wind-speed-mps`, unless the setting names another; undefined for none. */
export function flagOf(name: string, { flag }: Setting): string | undefined {
  if (flag === false) return undefined;
  return flag ?? name.replaceAll(/[._]/g, '-');
}

/** The variable is the flag in capitals: `--sim-speed` is KITESTRING_SIM_SPEED. */
export function variableOf(name: string, { flag }: Setting): string {
  const base = typeof flag === 'string' ? flag : name;
  return `KITESTRING_${base.replaceAll(/[.-]/g, '_').toUpperCase()}`;
}
