import type { Language } from '@kitestring/console-ui/languages.ts';
import { inSwissSpelling } from '@kitestring/console-ui/swiss.ts';
import * as en from './en/en.ts';
import type { LaterWords } from './later-words.ts';
import type { StationTranslator } from './station-texts.ts';

/** Texts available from the first picture on. The other catalogues follow the English one. */
export type Catalogue = typeof en;

/** Every text of the page; a text with values is a function. */
export type Words = Catalogue & {
  /** Texts of the station; absent in English, its own language, and until they are loaded. */
  readonly translator?: StationTranslator | undefined;
  /** Undefined until it is loaded. */
  readonly later?: LaterWords | undefined;
};

/** English is part of the page; every other catalogue is a separate file, loaded when it is selected. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  de: () => import('./de/de.ts'),
  'de-CH': () => import('./de/de.ts').then(inSwissSpelling<Catalogue>),
  fr: () => import('./fr/fr.ts'),
  it: () => import('./it/it.ts'),
};

/** @throws when the file cannot be fetched */
export const loadWords = (language: Language): Promise<Catalogue> => CATALOGUES[language]();
