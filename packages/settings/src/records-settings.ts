import type { SettingValues } from './settings.ts';
import { DEFAULT_VALUES, settingsGroup } from './settings-group.ts';

const MIB = 2 ** 20;

/** Recordings: when they are made and their maximum size. */
export type RecordingsSettings = ReturnType<typeof recordingsSettings>;

export function recordingsSettings(values: SettingValues) {
  const { automatic, lowFreeMib, maxMib, minFreeMib, removeOldest, reserveMib, snapshotsMaxMib } = settingsGroup(
    values,
    'recordings',
  );
  return {
    isAutomatic: automatic,
    minFreeBytes: minFreeMib * MIB,
    lowFreeBytes: lowFreeMib * MIB,
    reserveBytes: reserveMib * MIB,
    ...(maxMib !== undefined && { maxBytes: maxMib * MIB }),
    removesOldest: removeOldest,
    snapshotsMaxBytes: snapshotsMaxMib * MIB,
  };
}

export const DEFAULT_RECORDINGS_SETTINGS: RecordingsSettings = recordingsSettings(DEFAULT_VALUES);

/** Recording of flights, and its retention. */
export type FlightLogSettings = ReturnType<typeof flightLogSettings>;

export function flightLogSettings(values: SettingValues) {
  const { maxFiles, maxMib, on: isOn } = settingsGroup(values, 'flight_log');
  return { isOn, maxFiles, maxBytes: maxMib * MIB } as const;
}

export const DEFAULT_FLIGHT_LOG_SETTINGS: FlightLogSettings = flightLogSettings(DEFAULT_VALUES);
