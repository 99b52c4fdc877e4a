import type { LoadedSettings } from './load-settings.ts';
import type { SettingTable, TableSetting } from './setting-table.ts';
import type { SettingValues } from './settings.ts';
import { STATION_TABLE } from './station-table.ts';
import { yaml } from './yaml.ts';

/**
 * The effective settings as YAML, each with its origin as a comment. Reading it back gives the same settings; unset
 * and secret ones are comments.
 */
export const printSettings = (loaded: LoadedSettings<SettingValues>): string => printSettingsOf(STATION_TABLE, loaded);

/** The same of any table. */
export function printSettingsOf<Values extends object>(
  table: SettingTable<Values>,
  loaded: LoadedSettings<Values>,
): string {
  const rows = table.list.map((setting) => row(setting, loaded));
  const width = Math.max(...rows.map(({ text }) => text.length).filter((length) => length < 60));
  const lines: string[] = [`# Settings in force. File: ${loaded.file ?? 'none'}`];
  let section: string | undefined;
  for (const { group, text, origin } of rows) {
    if (group !== section && group !== undefined) lines.push(`${group}:`);
    section = group;
    lines.push(`${text.padEnd(width)}  # ${origin}`);
  }
  return `${lines.join('\n')}\n`;
}

function row<Values extends object>(
  setting: TableSetting<keyof Values & string>,
  { values, origins }: LoadedSettings<Values>,
) {
  const [first = '', ...rest] = setting.name.split('.');
  const [group, key] = rest.length === 0 ? [undefined, first] : [first, rest.join('.')];
  const value = values[setting.name];
  const shown = shownValue(setting, value);
  const indent = group === undefined ? '' : '  ';
  const isHidden = shown !== asYaml(value);
  const text = value === undefined ? `# ${key}: not set` : `${isHidden ? '# ' : ''}${key}: ${shown}`;
  return { group, text: indent + text, origin: origins.get(setting.name) ?? 'default' };
}

function shownValue({ masked, secret }: TableSetting, value: unknown): string {
  if (secret === true) return '********';
  return asYaml(value === undefined ? undefined : (masked?.(value) ?? value));
}

/** The value on one line. */
const ONE_LINE = {
  blockQuote: false,
  collectionStyle: 'flow',
  doubleQuotedAsJSON: true,
  lineWidth: 0,
  singleQuote: false,
} as const;

const asYaml = (value: unknown): string => (value === undefined ? '' : yaml().stringify(value, ONE_LINE).trim());
