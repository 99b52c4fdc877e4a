import { TEXT_SIZES, type TextSize, THEMES, type Theme } from './appearance.ts';
import { LANGUAGES, type Language, languageOf } from './languages.ts';

/** How a page looks and speaks, as the user has chosen in this browser. */
export interface Appearance {
  readonly theme: Theme;
  readonly textSize: TextSize;
  readonly language: Language;
  /** Times in UTC, and not in the zone of the browser. */
  readonly isUtc: boolean;
}

/** The console of a station, opened through its hub, keeps its choices under the same name as the page of the hub. */
const KEPT_AS = 'kitestring.preferences';

/** All that is kept; nothing where it cannot be read. */
export function keptValues(storage: Pick<Storage, 'getItem'>): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEPT_AS) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Keeps these beside what another page has kept. */
export function keepValues(storage: Pick<Storage, 'getItem' | 'setItem'>, values: object): void {
  storage.setItem(KEPT_AS, JSON.stringify({ ...keptValues(storage), ...values }));
}

/** The choices among what is kept; anything that is not one of the allowed values is left out. @param languages those of the browser */
export const appearanceOf = (
  { isUtc, language, textSize, theme }: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Appearance => ({
  theme: THEMES.find((each) => each === theme) ?? 'dark',
  textSize: TEXT_SIZES.find((each) => each === textSize) ?? '100',
  language: LANGUAGES.find((each) => each === language) ?? languageOf(languages),
  isUtc: isUtc === true,
});
