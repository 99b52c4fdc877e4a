import { LANGUAGES, type Language, languageOf } from '../words/words.ts';

export const THEMES = ['dark', 'light', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** What a user has chosen for this browser. */
export interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
  /** No sound for notifications. */
  readonly isMuted: boolean;
}

const KEPT_AS = 'kitestring.preferences';

/** The choices kept in this browser; anything that is not one of the allowed values is left out. */
export function keptPreferences(storage: Storage, languages: readonly string[]): Preferences {
  const kept = parse(storage.getItem(KEPT_AS));
  return {
    theme: THEMES.find((theme) => theme === kept.theme) ?? 'dark',
    language: LANGUAGES.find((language) => language === kept.language) ?? languageOf(languages),
    isMuted: kept.isMuted === true,
  };
}

export function keepPreferences(storage: Storage, preferences: Preferences): void {
  storage.setItem(KEPT_AS, JSON.stringify(preferences));
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
