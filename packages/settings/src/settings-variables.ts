import type { Given } from './given.ts';
import { suggestion } from './nearest-name.ts';
import { SETTING_LIST } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { valueFromText } from './value.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with our prefix other than settings: the settings file, and the station of the client commands. */
const OTHER_VARIABLES = ['KITESTRING_CONFIG', 'KITESTRING_URL'] as const;

/**
 * Settings from KITESTRING_* variables. An empty variable counts as unset, because container files often cannot omit
 * one.
 * @throws SettingsError for an unknown variable with our prefix
 */
export function readVariables(environment: Environment, folder: string): Given[] {
  const byVariable = new Map(SETTING_LIST.map((setting) => [setting.variable, setting]));
  const known = [...byVariable.keys(), ...OTHER_VARIABLES];
  const given: Given[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('KITESTRING_') || text === undefined) continue;
    const setting = byVariable.get(variable);
    if (setting !== undefined && text !== '') {
      given.push({ name: setting.name, value: valueFromText(setting, text), place: variable, folder });
    } else if (!known.includes(variable)) {
      throw new SettingsError(variable, `unknown variable${suggestion(variable, known)}`);
    }
  }
  return given;
}
