import { existsSync } from 'node:fs';
import path from 'node:path';
import { crossCheck } from './cross-checks.ts';
import { defaultDataFolder } from './data-folder.ts';
import type { Given } from './given.ts';
import { SETTING_LIST, SETTING_NAMES, type SettingName, type SettingValues, settingNamed } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { readSettingsFile } from './settings-file.ts';
import { type FlagTexts, readFlags } from './settings-flags.ts';
import { type Environment, readVariables } from './settings-variables.ts';
import { wrongValue } from './value.ts';

/** Name of the settings file that is read from the data folder by default. */
export const SETTINGS_FILE = 'kitestring.yaml';

interface SettingsSources {
  readonly flags: FlagTexts;
  readonly environment: Environment;
  /** Current folder: base of relative paths in flags and variables. */
  readonly folder: string;
}

export interface LoadedSettings {
  readonly values: SettingValues;
  /** Origin of each value; absent for a default. */
  readonly origins: ReadonlyMap<SettingName, string>;
  /** The settings file, if one was read. */
  readonly file: string | undefined;
}

/**
 * Effective settings: defaults, overridden by the YAML file, by KITESTRING_* variables, by flags.
 * @throws SettingsError for the first unknown or invalid setting, even if it is overridden
 */
export function loadSettings({ flags, environment, folder }: SettingsSources): LoadedSettings {
  const stronger = [...readVariables(environment, folder), ...readFlags(flags, folder)];
  const file = settingsFile(flags, environment, folder, stronger);
  const given = [...(file === undefined ? [] : fromFile(file)), ...stronger];
  const values = new Map<SettingName, unknown>(SETTING_LIST.map((setting) => [setting.name, setting.default]));
  values.set('data_dir', defaultDataFolder());
  const origins = new Map<SettingName, string>();
  for (const one of given) {
    const { name, value } = checked(one);
    values.set(name, value);
    origins.set(name, one.place);
  }
  // Complete: every name of the table has its default or a validated value.
  const complete = Object.fromEntries(values) as SettingValues;
  crossCheck(complete, origins);
  return { values: complete, origins, file: file?.file };
}

interface FileChoice {
  readonly file: string;
  /** Data folder in which it was found; undefined when named explicitly. */
  readonly foundIn?: string;
}

function settingsFile(
  flags: FlagTexts,
  environment: Environment,
  folder: string,
  stronger: readonly Given[],
): FileChoice | undefined {
  const named = flags.get('config')?.at(-1) ?? (environment.KITESTRING_CONFIG || undefined);
  if (named === '') throw new SettingsError('--config', 'got nothing, allowed: a file');
  if (named !== undefined) return { file: path.resolve(folder, named) };
  const dataDir = stronger.findLast(({ name }) => name === 'data_dir');
  const foundIn = dataDir === undefined ? defaultDataFolder() : path.resolve(folder, String(dataDir.value));
  const file = path.join(foundIn, SETTINGS_FILE);
  return existsSync(file) ? { file, foundIn } : undefined;
}

function fromFile({ file, foundIn }: FileChoice): Given[] {
  const given = readSettingsFile(shortest(file), SETTING_NAMES);
  const moved = given.find(
    ({ name, value }) => name === 'data_dir' && path.resolve(path.dirname(file), `${value}`) !== foundIn,
  );
  if (foundIn === undefined || moved === undefined) return given;
  throw new SettingsError(
    moved.place,
    `data_dir cannot lead away from the folder in which this file was found, ${foundIn}`,
  );
}

function checked({ name, value, place, folder }: Given): { name: SettingName; value: unknown } {
  const setting = settingNamed(name);
  if (setting === undefined) throw new SettingsError(place, `unknown setting ${name}`);
  const wrong = wrongValue(setting, value);
  if (wrong !== undefined) throw new SettingsError(place, `wrong value of ${name}: ${wrong}`);
  return { name: setting.name, value: setting.isPath === true ? path.resolve(folder, String(value)) : value };
}

/** The path relative to the current folder, if shorter. */
function shortest(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.length < file.length && !relative.startsWith('..') ? relative : file;
}
