import { lstatSync } from 'node:fs';
import path from 'node:path';
import { crossCheck } from './cross-check.ts';
import type { Given } from './given.ts';
import type { SettingTable, TableSetting } from './setting-table.ts';
import type { SettingValues } from './settings.ts';
import { SettingsFault } from './settings-fault.ts';
import { readSettingsFile } from './settings-file.ts';
import { type Environment, fileVariable, readVariables } from './settings-variables.ts';
import { STATION_TABLE } from './station-table.ts';
import { isList, valueFromText, wrongValue } from './value.ts';

interface SettingsSources {
  readonly flags: FlagTexts;
  readonly environment: Environment;
  /** Current folder: base of relative paths in flags and variables. */
  readonly folder: string;
}

export interface LoadedSettings<Values extends object = SettingValues> {
  readonly values: Values;
  /** Origin of each value; absent for a default. */
  readonly origins: ReadonlyMap<keyof Values & string, string>;
  /** The settings file, if one was read. */
  readonly file: string | undefined;
}

/** Effective settings of a station. @throws SettingsFault */
export const loadSettings = (sources: SettingsSources): LoadedSettings => loadSettingsOf(STATION_TABLE, sources);

/**
 * Effective settings of a table: defaults, overridden by the YAML file, by variables, by flags.
 * @throws SettingsFault for the first unknown or invalid setting, even if it is overridden
 */
export function loadSettingsOf<Values extends object>(
  table: SettingTable<Values>,
  { flags, environment, folder }: SettingsSources,
): LoadedSettings<Values> {
  const stronger = [...readVariables(table, environment, folder), ...readFlags(table.list, flags, folder)];
  const file = settingsFile(table, flags, environment, folder, stronger);
  const given = [...(file === undefined ? [] : fromFile(file, table.names)), ...stronger];
  const values = new Map<string, unknown>(table.list.map((setting) => [setting.name, setting.default]));
  values.set('data_dir', table.defaultDataDir());
  const origins = new Map<keyof Values & string, string>();
  for (const one of given) {
    const { name, value } = checked(table, one);
    values.set(name, value);
    origins.set(name, one.place);
  }
  // Complete: every name of the table has its default or a validated value.
  const complete = Object.fromEntries(values) as Values;
  crossCheck(table, complete, origins);
  return { values: complete, origins, file: file?.file };
}

interface FileChoice {
  readonly file: string;
  /** Data folder in which it was found; undefined when named explicitly. */
  readonly foundIn?: string;
}

function settingsFile<Values extends object>(
  { defaultDataDir, fileName, variablePrefix }: SettingTable<Values>,
  flags: FlagTexts,
  environment: Environment,
  folder: string,
  stronger: readonly Given[],
): FileChoice | undefined {
  const named = flags.get('config')?.at(-1) ?? (environment[fileVariable(variablePrefix)] || undefined);
  if (named === '') throw new SettingsFault('--config', 'got nothing, allowed: a file');
  if (named !== undefined) return { file: path.resolve(folder, named) };
  const dataDir = stronger.findLast(({ name }) => name === 'data_dir');
  const foundIn = dataDir === undefined ? defaultDataDir() : path.resolve(folder, String(dataDir.value));
  const file = path.join(foundIn, fileName);
  return isThere(file) ? { file, foundIn } : undefined;
}

/** A link to nothing is there, too: its settings are wanted. */
function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false;
  }
}

function fromFile({ file, foundIn }: FileChoice, names: ReadonlySet<string>): Given[] {
  const given = readSettingsFile(shortest(file), names);
  const moved = given.find(
    ({ name, value }) => name === 'data_dir' && path.resolve(path.dirname(file), `${value}`) !== foundIn,
  );
  if (foundIn === undefined || moved === undefined) return given;
  throw new SettingsFault(
    moved.place,
    `data_dir cannot lead away from the folder in which this file was found, ${foundIn}`,
  );
}

function checked<Values extends object>(
  table: SettingTable<Values>,
  { name, value, place, folder }: Given,
): { name: keyof Values & string; value: unknown } {
  const setting = table.named(name);
  if (setting === undefined) throw new SettingsFault(place, `unknown setting ${name}`);
  const wrong = wrongValue(setting, value);
  if (wrong !== undefined) throw new SettingsFault(place, `wrong value of ${name}: ${wrong}`);
  return { name: setting.name, value: setting.isPath === true ? path.resolve(folder, String(value)) : value };
}

/** The path relative to the current folder, if shorter. */
function shortest(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.length < file.length - 1 && !relative.startsWith('..') ? relative : file;
}

/** Command-line flags by name without dashes; a repeated flag has several texts. */
type FlagTexts = ReadonlyMap<string, readonly string[]>;

/** Settings from flags. Of a repeated flag the last one counts; of a list all do. */
function readFlags(list: readonly TableSetting[], flags: FlagTexts, folder: string): Given[] {
  return list.flatMap((setting): Given[] => {
    const texts = setting.flagName === undefined ? undefined : flags.get(setting.flagName);
    if (texts === undefined) return [];
    const text = isList(setting) ? texts.join(',') : (texts.at(-1) ?? '');
    return [{ name: setting.name, value: valueFromText(setting, text), place: `--${setting.flagName}`, folder }];
  });
}
