import type { Given } from './given.ts';
import { SETTING_LIST } from './settings.ts';
import { isList, valueFromText } from './value.ts';

/** Command-line flags by name without dashes; a repeated flag has several texts. */
export type FlagTexts = ReadonlyMap<string, readonly string[]>;

/** Settings from flags. Of a repeated flag the last one counts; of a list all do. */
export function readFlags(flags: FlagTexts, folder: string): Given[] {
  return SETTING_LIST.flatMap((setting): Given[] => {
    const texts = setting.flagName === undefined ? undefined : flags.get(setting.flagName);
    if (texts === undefined) return [];
    const text = isList(setting) ? texts.join(',') : (texts.at(-1) ?? '');
    return [{ name: setting.name, value: valueFromText(setting, text), place: `--${setting.flagName}`, folder }];
  });
}
