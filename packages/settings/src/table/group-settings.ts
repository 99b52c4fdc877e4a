import type { Static, TSchema } from 'typebox';
import { type Setting, setting } from '../setting.ts';
import { type CamelCase, camelCase } from './camel-case.ts';

/** Type, effect, and the options of `setting`. */
type Row = readonly [schema: TSchema, description: string, extras?: Parameters<typeof setting>[3]];

/** Settings of a group whose defaults are in `station`, under the same names in camel case. */
export function groupSettings<Group extends string, const Rows extends Readonly<Record<string, Row>>>(
  group: Group,
  defaults: { readonly [Name in keyof Rows & string as CamelCase<Name>]: Static<Rows[Name][0]> },
  rows: Rows,
) {
  const values = defaults as Readonly<Record<string, unknown>>;
  const settings = Object.entries(rows).map(([name, [schema, description, extras]]) => [
    `${group}.${name}`,
    setting(schema, values[camelCase(name)], description, extras),
  ]);
  return Object.fromEntries(settings) as {
    readonly [Name in keyof Rows & string as `${Group}.${Name}`]: Setting<Static<Rows[Name][0]>>;
  };
}
