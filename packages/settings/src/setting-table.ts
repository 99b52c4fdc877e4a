import type { CrossCheckOf } from './cross-check.ts';
import { flagOf, type Setting, type ValueOf, variable } from './setting.ts';

/** The value of every setting of a table, by name. */
export type ValuesOf<Settings> = { readonly [Name in keyof Settings & string]: ValueOf<Settings[Name]> };

export interface TableSetting<Name extends string = string> extends Setting {
  readonly name: Name;
  /** Without dashes; undefined where there is none. */
  readonly flagName: string | undefined;
  readonly variable: string;
}

/** All settings of a program and their sources. */
export interface SettingTable<Values extends object> {
  /** The settings in the order of the table. */
  readonly list: readonly TableSetting<keyof Values & string>[];
  readonly names: ReadonlySet<string>;
  named(name: string): TableSetting<keyof Values & string> | undefined;
  /** Name of the settings file that is read from the data folder by default. */
  readonly fileName: string;
  /** Beginning of every variable: `KITESTRING_`. */
  readonly variablePrefix: string;
  /** Whether a variable with this prefix, which is no setting of this table, belongs to something else. */
  readonly isOtherVariable: (variable: string) => boolean;
  readonly defaultDataDir: () => string;
  /** Settings that are valid separately and may be invalid together. */
  readonly crossChecks: readonly CrossCheckOf<Values>[];
}

/** The list of a table with names, flags and variables. */
export function listOf<Settings extends Readonly<Record<string, Setting>>>(
  settings: Settings,
  variablePrefix: string,
): readonly TableSetting<keyof Settings & string>[] {
  return Object.entries<Setting>(settings).map(([name, setting]) => ({
    ...setting,
    name: name as keyof Settings & string,
    flagName: flagOf(name, setting),
    variable: variable(name, setting, variablePrefix),
  }));
}

type TablePlaces<Values extends object> = Omit<SettingTable<Values>, 'names' | 'named'>;

/** The table of a list. */
export function settingTable<Values extends object>(places: TablePlaces<Values>): SettingTable<Values> {
  const byName = new Map<string, TableSetting<keyof Values & string>>(
    places.list.map((setting) => [setting.name, setting]),
  );
  return { ...places, names: new Set(byName.keys()), named: (name) => byName.get(name) };
}
