import type { Given } from './given.ts';
import { suggestion } from './nearest-name.ts';
import type { SettingTable } from './setting-table.ts';
import { SettingsFault } from './settings-fault.ts';
import { valueFromText } from './value.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variable that names the settings file. */
export const fileVariable = (prefix: string): string => `${prefix}CONFIG`;

/**
 * Settings from the variables of a table. An empty variable counts as unset, because container files often cannot omit
 * one.
 * @throws SettingsFault for an unknown variable with our prefix
 */
export function readVariables<Values extends object>(
  { isOtherVariable, list, variablePrefix }: SettingTable<Values>,
  environment: Environment,
  folder: string,
): Given[] {
  const byVariable = new Map(list.map((setting) => [setting.variable, setting]));
  const known = [...byVariable.keys(), fileVariable(variablePrefix)];
  const given: Given[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(variablePrefix) || text === undefined) continue;
    const setting = byVariable.get(variable);
    if (setting !== undefined && text !== '') {
      given.push({ name: setting.name, value: valueFromText(setting, text), place: variable, folder });
    } else if (!known.includes(variable) && !isOtherVariable(variable)) {
      throw new SettingsFault(variable, `unknown variable${suggestion(variable, known)}`);
    }
  }
  return given;
}
