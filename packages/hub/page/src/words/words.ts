import type { Language } from '@kitestring/console-ui/languages.ts';
import { en } from './en.ts';

/** Every text of the page; a text with values is a function. The other catalogues follow the English one. */
export type FleetWords = typeof en;

/** English is part of the page; every other catalogue is a separate file, loaded when it is selected. */
const CATALOGUES: Readonly<Record<Language, () => Promise<FleetWords>>> = {
  en: async () => en,
  de: () => import('./de.ts').then(({ de }) => de),
  'de-CH': () => import('./de.ts').then(({ deCh }) => deCh()),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  it: () => import('./it.ts').then(({ it }) => it),
};

/** @throws when the file cannot be loaded */
export const loadWords = (language: Language): Promise<FleetWords> => CATALOGUES[language]();
