import { HUB_SETTING_LIST } from '@kitestring/settings/hub/hub-settings.ts';
import { type LoadedSettings, loadSettings } from '@kitestring/settings/load-settings.ts';
import type { TableSetting } from '@kitestring/settings/setting-table.ts';
import { SETTING_LIST } from '@kitestring/settings/settings.ts';
import { allowedValues, isList, unitOf } from '@kitestring/settings/value.ts';
import { type Arguments, type Flags, JSON_FLAG } from './command.ts';
import type { Context } from './context.ts';

/** Flags by which every command on a data folder finds it. */
export const FOLDER_FLAGS: Flags = {
  'data-dir': { value: 'FOLDER', description: 'Data folder of the station; KITESTRING_DATA_DIR.' },
  config: { value: 'FILE', description: 'Settings of the station; KITESTRING_CONFIG.' },
};

/** Flags of every command on plugins or accounts. */
export const STORE_FLAGS: Flags = { ...FOLDER_FLAGS, ...JSON_FLAG };

const flagsOf = (settings: readonly TableSetting[]): Flags =>
  Object.fromEntries(
    settings.flatMap((setting) =>
      setting.flagName === undefined
        ? []
        : [
            [
              setting.flagName,
              { value: placeholder(setting), description: descriptionOf(setting), group: groupOf(setting) },
            ],
          ],
    ),
  );

/** A flag for every setting. */
export const SETTING_FLAGS: Flags = flagsOf(SETTING_LIST);

/** Flags of the simulated air and body, as far as an aircraft under another autopilot has them. */
export const AIRFRAME_FLAGS: Flags = flagsOf(
  SETTING_LIST.filter(({ name }) => name.startsWith('sim.') && name !== 'sim.camera_model'),
);

/** A flag for every setting of a hub. */
export const HUB_SETTING_FLAGS: Flags = flagsOf(HUB_SETTING_LIST);

/** Groups of settings that need no aircraft; without a group are those of the service itself. */
const OF_SERVICE = new Set([
  'audit',
  'console',
  'cors',
  'limits',
  'log',
  'metrics',
  'network',
  'security',
  'tls',
  'tokens',
]);

/** A flag for every setting that has a meaning without an aircraft. */
export const SERVICE_FLAGS: Flags = flagsOf(
  SETTING_LIST.filter(({ name }) => {
    const [group = '', key] = name.split('.');
    return key === undefined || OF_SERVICE.has(group);
  }),
);

/** The effective settings of this command line. @throws SettingsFault */
export function settingsOf({ flags }: Arguments, { environment, folder }: Context): LoadedSettings {
  return loadSettings({ flags, environment, folder });
}

function placeholder(setting: TableSetting): string {
  if (setting.isPath === true) return 'PATH';
  if (isList(setting)) return 'A,B';
  return unitOf(setting) === undefined && typeof setting.default !== 'number' ? 'TEXT' : 'N';
}

function descriptionOf(setting: TableSetting): string {
  const { description, default: value, variable } = setting;
  const isUnset = value === undefined || (Array.isArray(value) && value.length === 0);
  const preset = isUnset ? '' : ` Default: ${String(value)}.`;
  return `${description} Allowed: ${allowedValues(setting)}.${preset} ${variable}`;
}

function groupOf({ name }: TableSetting): string {
  const [group = '', key] = name.split('.');
  return key === undefined ? 'Service' : `Settings ${group}.*`;
}
