import type { SettingTable } from './setting-table.ts';
import { SettingsFault } from './settings-fault.ts';

/** Two settings that are valid separately and may be invalid together. */
export interface CrossCheckOf<Values extends object> {
  readonly names: readonly [keyof Values & string, keyof Values & string];
  readonly holds: (values: Values) => boolean;
  readonly rule: string | ((values: Values) => string);
}

/** Two settings of which neither works without the other. */
export const together = <Values extends object>(...names: CrossCheckOf<Values>['names']): CrossCheckOf<Values> => ({
  names,
  holds: (values) => (values[names[0]] === undefined) === (values[names[1]] === undefined),
  rule: `${names[0]} and ${names[1]} go together, and only one is set`,
});

/** Two limits of which the first would never come into effect above the second. */
export const atMost = <Values extends object>(...names: CrossCheckOf<Values>['names']): CrossCheckOf<Values> => ({
  names,
  holds: (values) => Number(values[names[0]]) <= Number(values[names[1]]),
  rule: `${names[0]} must not be higher than ${names[1]}`,
});

/**
 * @param origins of each value; absent for a default
 * @throws SettingsFault at the one of the two that was set explicitly, with both values and their origins
 */
export function crossCheck<Values extends object>(
  { crossChecks, named }: Pick<SettingTable<Values>, 'crossChecks' | 'named'>,
  values: Values,
  origins: ReadonlyMap<string, string>,
): void {
  const broken = crossChecks.find((check) => !check.holds(values));
  if (broken === undefined) return;
  const shown = (name: keyof Values & string): string =>
    values[name] === undefined ? 'not set' : (named(name)?.masked?.(values[name]) ?? String(values[name]));
  const written = broken.names.find((name) => origins.has(name)) ?? broken.names[0];
  const got = broken.names.map((name) => `${name} is ${shown(name)} (${origins.get(name) ?? 'default'})`);
  const rule = typeof broken.rule === 'string' ? broken.rule : broken.rule(values);
  throw new SettingsFault(origins.get(written) ?? 'default', `${rule}; ${got.join(', ')}`);
}
