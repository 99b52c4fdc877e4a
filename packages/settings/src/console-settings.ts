import type { SettingValues } from './settings.ts';
import { settingsGroup } from './settings-group.ts';

/** Settings of the operator's console. */
export type ConsoleSettings = ReturnType<typeof consoleSettings>;

export function consoleSettings(values: SettingValues) {
  const { enabled: isOn, ...page } = settingsGroup(values, 'console');
  return { isOn, ...page };
}
