import { SETTING_LIST, type SettingName, type SettingValues } from './settings.ts';
import { type CamelCase, camelCase } from './table/camel-case.ts';

/** Internal name of a group's setting: `altitude_takeoff_m` of `flight` is `altitudeTakeoffM`. */
type KeyIn<Group extends string, Name> = Name extends `${Group}.${infer Key}` ? CamelCase<Key> : never;

type OptionalName = { [Name in SettingName]: undefined extends SettingValues[Name] ? Name : never }[SettingName];

/** All settings of a group, typed by the table; an unset one is absent. */
export type SettingsGroup<Group extends string> = {
  readonly [Name in Exclude<SettingName, OptionalName> as KeyIn<Group, Name>]: SettingValues[Name];
} & {
  readonly [Name in OptionalName as KeyIn<Group, Name>]?: Exclude<SettingValues[Name], undefined>;
};

/** The values of a group by internal names. */
export function settingsGroup<Group extends string>(values: SettingValues, group: Group): SettingsGroup<Group> {
  const prefix = `${group}.`;
  const names = SETTING_LIST.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  const set = names.filter((name) => values[name] !== undefined);
  const entries = set.map((name) => [camelCase(name.slice(prefix.length)), values[name]]);
  // Runtime equivalent of the mapped type above.
  return Object.fromEntries(entries) as SettingsGroup<Group>;
}

/** Internal name of a setting within its group. */
export const keyInGroup = (name: SettingName): string => camelCase(name.slice(name.indexOf('.') + 1));

/** Default of every setting. */
export const DEFAULT_VALUES = Object.fromEntries(
  SETTING_LIST.map((setting) => [setting.name, setting.default]),
) as SettingValues;
