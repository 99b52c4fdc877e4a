import { crossCheck } from '@kitestring/settings/cross-check.ts';
import type { SettingName, SettingValues } from '@kitestring/settings/settings.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { DEFAULT_VALUES, keyInGroup } from '@kitestring/settings/settings-group.ts';
import { STATION_TABLE } from '@kitestring/settings/station-table.ts';
import { wrongValue } from '@kitestring/settings/value.ts';
import type { SnapshotSettings } from './station-snapshot.ts';

/** Groups of settings that shape the state, and where a snapshot has them. All others are those of each station. */
const SAVED_GROUPS: Readonly<Record<string, (saved: SnapshotSettings) => object>> = {
  sim: ({ simulation }) => simulation,
  system: ({ station }) => station,
  flight: ({ station }) => station.flight,
  tether: ({ station }) => station.tether,
  wind: ({ station }) => station.wind,
  heat: ({ station }) => station.heat,
  batteries: ({ station }) => station.batteries,
  rooftop_box: ({ station }) => station.rooftopBox,
  handoff: ({ station }) => station.handoff,
  tokens: ({ station }) => station.tokens,
  notifications: ({ station }) => station.notifications,
};
const PLACE = 'its settings';
/** A station has its own speed, and a snapshot the contents of the file. */
const NOT_SAVED: readonly SettingName[] = ['sim.speed', 'sim.parameters_file'];

/** Whether the setting is part of a snapshot. */
export const isSaved = (name: SettingName): boolean => group(name) !== undefined && !NOT_SAVED.includes(name);

/** The value that a snapshot has; undefined where it has none. */
export const savedValue = (name: SettingName, saved: SnapshotSettings): unknown =>
  (group(name)?.(saved) as Readonly<Record<string, unknown>> | undefined)?.[keyInGroup(name)];

const group = (name: SettingName) => SAVED_GROUPS[name.split('.', 1).join()];

/** Settings of a file, which may be anybody's, are held to the same limits as those that are given. @throws SettingsFault */
export function checkSaved(saved: SnapshotSettings): void {
  const values: Record<string, unknown> = { ...DEFAULT_VALUES };
  const origins = new Map<string, string>();
  for (const setting of STATION_TABLE.list.filter(({ name }) => isSaved(name))) {
    const { name } = setting;
    const value = savedValue(name, saved);
    if (value === undefined && setting.default === undefined) continue;
    const wrong = wrongValue(setting, value);
    if (wrong !== undefined) throw new SettingsFault(PLACE, `wrong value of ${name}: ${wrong}`);
    values[name] = value;
    origins.set(name, PLACE);
  }
  crossCheck(STATION_TABLE, values as SettingValues, origins);
}
