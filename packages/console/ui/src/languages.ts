export const LANGUAGES = ['en', 'de', 'de-CH', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  'de-CH': 'Deutsch (Schweiz)',
  fr: 'Français',
  it: 'Italiano',
};

/** Default format of dates and numbers if the browser states none. */
const USUAL: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  'de-CH': 'de-CH',
  fr: 'fr-FR',
  it: 'it-IT',
};

/** Catalogue for a language tag of a browser: `de-CH` and `de-LI` mean Swiss German. */
function languageOfTag(tag: string): Language | undefined {
  const [code = '', ...rest] = tag.toLowerCase().split('-');
  if (code === 'de' && rest.some((part) => part === 'ch' || part === 'li')) return 'de-CH';
  return LANGUAGES.find((language) => language === code);
}

/** The first of the browser's languages that has a catalogue. */
export const chooseLanguage = (wanted: readonly string[]): Language =>
  wanted.map(languageOfTag).find((language) => language !== undefined) ?? 'en';

/** The locale of dates and numbers: that of the browser if it has this language, such as `fr-CH`. English is British. */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  if (language !== 'fr' && language !== 'it') return USUAL[language];
  const own = wanted.find((tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag) && tag.startsWith(`${language}-`));
  return own ?? USUAL[language];
}
