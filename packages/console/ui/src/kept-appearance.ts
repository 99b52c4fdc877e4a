import { PICTURE_LIGHTS, type PictureLight, TEXT_SIZES, type TextSize, THEMES, type Theme } from './appearance.ts';
import { chooseLanguage, LANGUAGES, type Language } from './languages.ts';

/** Appearance and language of the page, as chosen by the user in this browser. */
export interface Appearance {
  readonly theme: Theme;
  readonly pictureLight: PictureLight;
  readonly textSize: TextSize;
  readonly language: Language;
  /** Times in UTC, not in the time zone of the browser. */
  readonly isUtc: boolean;
}

/** The console of a station, opened through its hub, stores its choices under the same name as the page of the hub. */
const KEPT_AS = 'kitestring.preferences';

/** All stored values; empty if they cannot be read. */
export function keptValues(storage: Pick<Storage, 'getItem'>): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEPT_AS) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Stores these and keeps the values of other pages. */
export function keepValues(storage: Pick<Storage, 'getItem' | 'setItem'>, values: object): void {
  storage.setItem(KEPT_AS, JSON.stringify({ ...keptValues(storage), ...values }));
}

/** The choices among the stored values, without invalid ones. @param languages those of the browser */
export const appearance = (
  { isUtc, language, pictureLight, textSize, theme }: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Appearance => ({
  theme: THEMES.find((each) => each === theme) ?? 'dark',
  pictureLight: PICTURE_LIGHTS.find((each) => each === pictureLight) ?? '100',
  textSize: TEXT_SIZES.find((each) => each === textSize) ?? '100',
  language: LANGUAGES.find((each) => each === language) ?? chooseLanguage(languages),
  isUtc: isUtc === true,
});
