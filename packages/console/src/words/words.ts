import { de } from './de/de.ts';
import { en } from './en/en.ts';

/** Every text of the page; a text with values in it is a function of them. English is the catalogue that others follow. */
export type Words = typeof en;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const WORDS: Readonly<Record<Language, Words>> = { en, de };

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The first of the browser's languages that there is a catalogue for. */
export function languageOf(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === codes.find((code) => code in WORDS)) ?? 'en';
}
