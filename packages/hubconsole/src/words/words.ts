import type { Language } from '@kitestring/kit/languages.ts';
import { en } from './en.ts';

/** Every text of the page; a text with values in it is a function of them. English is the catalogue that the others follow. */
export type FleetWords = typeof en;

/** English is in the page; another catalogue is a file of its own, fetched when it is chosen. */
const CATALOGUES: Readonly<Record<Language, () => Promise<FleetWords>>> = {
  en: async () => en,
  de: () => import('./de.ts').then(({ de }) => de),
  'de-CH': () => import('./de.ts').then(({ deCh }) => deCh()),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  it: () => import('./it.ts').then(({ it }) => it),
};

/** @throws when the file cannot be fetched */
export const loadWords = (language: Language): Promise<FleetWords> => CATALOGUES[language]();
