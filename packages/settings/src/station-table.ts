import { CROSS_CHECKS } from './cross-checks.ts';
import { defaultDataFolder } from './data-folder.ts';
import { HUB_KEY_VARIABLE, HUB_SETTING_LIST } from './hub/hub-settings.ts';
import { settingTable } from './setting-table.ts';
import { SETTING_LIST, type SettingValues, VARIABLE_PREFIX } from './settings.ts';

/** Variables of the commands that are clients of a station, and of those that are clients of a hub. */
const CLIENT_VARIABLES = ['KITESTRING_URL', HUB_KEY_VARIABLE];

/** The settings of a station. */
export const STATION_TABLE = settingTable<SettingValues>({
  list: SETTING_LIST,
  fileName: 'kitestring.yaml',
  variablePrefix: VARIABLE_PREFIX,
  isOtherVariable: (variable) =>
    CLIENT_VARIABLES.includes(variable) || HUB_SETTING_LIST.some((setting) => setting.variable === variable),
  defaultDataDir: defaultDataFolder,
  crossChecks: CROSS_CHECKS,
});
