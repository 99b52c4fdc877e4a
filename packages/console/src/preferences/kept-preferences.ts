import { LENGTH_UNITS, type LengthUnit, SPEED_UNITS, type SpeedUnit } from '../quantities/quantities.ts';
import { languageOf } from '../words/locale.ts';
import { LANGUAGES, type Language } from '../words/words.ts';

export const THEMES = ['dark', 'light', 'contrast', 'night'] as const;
type Theme = (typeof THEMES)[number];
/** Percent of the usual size. */
export const TEXT_SIZES = ['100', '125', '150'] as const;
type TextSize = (typeof TEXT_SIZES)[number];

/** Preferences of the user in this browser. */
export interface Preferences {
  readonly theme: Theme;
  readonly textSize: TextSize;
  readonly language: Language;
  /** Units of what is shown; what is entered is metres. */
  readonly length: LengthUnit;
  readonly speed: SpeedUnit;
  /** No sound for notifications. */
  readonly isMuted: boolean;
  /** Notifications of the browser while the page is out of sight. */
  readonly isNotified: boolean;
  /** The station's English below its texts in another language. */
  readonly isEnglishShown: boolean;
  /** Times in UTC, and not in the zone of the browser. */
  readonly isUtc: boolean;
  /** The tour has been shown or put away: it never comes again by itself. */
  readonly isTourSeen: boolean;
}

const KEPT_AS = 'kitestring.preferences';

/** The choices kept in this browser; anything that is not one of the allowed values is left out. */
export function keptPreferences(storage: Pick<Storage, 'getItem'>, languages: readonly string[]): Preferences {
  const kept = parse(storage.getItem(KEPT_AS));
  return {
    theme: THEMES.find((theme) => theme === kept.theme) ?? 'dark',
    textSize: TEXT_SIZES.find((size) => size === kept.textSize) ?? '100',
    language: LANGUAGES.find((language) => language === kept.language) ?? languageOf(languages),
    length: LENGTH_UNITS.find((unit) => unit === kept.length) ?? 'm',
    speed: SPEED_UNITS.find((unit) => unit === kept.speed) ?? 'm/s',
    isMuted: kept.isMuted === true,
    isNotified: kept.isNotified === true,
    isEnglishShown: kept.isEnglishShown === true,
    isUtc: kept.isUtc === true,
    isTourSeen: kept.isTourSeen === true,
  };
}

export function keepPreferences(storage: Pick<Storage, 'setItem'>, preferences: Preferences): void {
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
