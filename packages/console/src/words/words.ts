import { en } from './en/en.ts';
import type { LaterWords } from './later-words.ts';
import type { StationTranslator } from './station-texts.ts';

/** Texts that are there from the first picture on. English is the catalogue that the others follow. */
export type Catalogue = typeof en;

/** Every text of the page; a text with values in it is a function of them. */
export type Words = Catalogue & {
  /** Texts of the station; absent in English, which it uses itself, and until loaded. */
  readonly translator?: StationTranslator | undefined;
  /** Not there until it has been loaded. */
  readonly later?: LaterWords | undefined;
};

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

/** English is in the page; another catalogue is a file of its own, fetched when it is chosen. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  de: () => import('./de/de.ts').then(({ de }) => de),
  'de-CH': () => import('./de/de.ts').then(({ deCh }) => deCh()),
  fr: () => import('./fr/fr.ts').then(({ fr }) => fr),
  it: () => import('./it/it.ts').then(({ it }) => it),
};

/** @throws when the file cannot be fetched */
export const loadWords = (language: Language): Promise<Catalogue> => CATALOGUES[language]();
