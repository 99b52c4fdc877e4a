import type { Language } from '@kitestring/kit/languages.ts';
import { inSwissSpelling } from '@kitestring/kit/swiss.ts';
import * as en from './en/en.ts';
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

/** English is in the page; another catalogue is a file of its own, fetched when it is chosen. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  de: () => import('./de/de.ts'),
  'de-CH': () => import('./de/de.ts').then(inSwissSpelling<Catalogue>),
  fr: () => import('./fr/fr.ts'),
  it: () => import('./it/it.ts'),
};

/** @throws when the file cannot be fetched */
export const loadWords = (language: Language): Promise<Catalogue> => CATALOGUES[language]();
