import type { SettingValues } from './settings.ts';
import { DEFAULT_VALUES, settingsGroup } from './settings-group.ts';

/** Recording of flights, and its retention. */
export type FlightLogSettings = ReturnType<typeof flightLogSettingsOf>;

export function flightLogSettingsOf(values: SettingValues) {
  const { maxFiles, maxMib, on: isOn } = settingsGroup(values, 'flight_log');
  return { isOn, maxFiles, maxBytes: maxMib * 2 ** 20 } as const;
}

export const DEFAULT_FLIGHT_LOG_SETTINGS: FlightLogSettings = flightLogSettingsOf(DEFAULT_VALUES);
