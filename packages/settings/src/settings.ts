import { listOf, type TableSetting, type ValuesOf } from './setting-table.ts';
import { consoleSettings } from './table/console.ts';
import { groundSettings } from './table/ground.ts';
import { hubSettings } from './table/hub.ts';
import { mavlinkSettings } from './table/mavlink.ts';
import { onvifSettings } from './table/onvif.ts';
import { batterySettings, heatSettings, windSettings } from './table/reactions.ts';
import { auditSettings, flightLogSettings, recordingSettings } from './table/records.ts';
import { remoteIdSettings } from './table/remote-id.ts';
import { limitSettings, serviceSettings } from './table/service.ts';
import { simulationSettings } from './table/simulation.ts';
import { accessSettings, flightSettings, rooftopBoxSettings, systemSettings, tetherSettings } from './table/station.ts';
import { videoSettings } from './table/video.ts';

/** All settings. Validation, flags, variables, `--print-config` and the reference are derived from this table. */
export const SETTINGS = {
  ...serviceSettings,
  ...limitSettings,
  ...simulationSettings,
  ...systemSettings,
  ...flightSettings,
  ...windSettings,
  ...heatSettings,
  ...batterySettings,
  ...tetherSettings,
  ...rooftopBoxSettings,
  ...accessSettings,
  ...auditSettings,
  ...flightLogSettings,
  ...recordingSettings,
  ...videoSettings,
  ...consoleSettings,
  ...hubSettings,
  ...mavlinkSettings,
  ...onvifSettings,
  ...remoteIdSettings,
  ...groundSettings,
};

export type SettingName = keyof typeof SETTINGS;

/** The value of every setting, by name. */
export type SettingValues = ValuesOf<typeof SETTINGS>;

export type NamedSetting = TableSetting<SettingName>;

/** Prefix of every variable of a station. */
export const VARIABLE_PREFIX = 'KITESTRING_';

/** The table as a list, in its order. */
export const SETTING_LIST: readonly NamedSetting[] = listOf(SETTINGS, VARIABLE_PREFIX);
