import type { Language } from '@kitestring/console-ui/languages.ts';
import type { later } from './en/en-later.ts';

/** Texts that are loaded right after the first picture: texts of the station, help, the tour, autopilot, pushes, clips, temperatures. */
export type LaterWords = typeof later;

const LATER: Readonly<Record<Language, () => Promise<LaterWords>>> = {
  en: () => import('./en/en-later.ts').then(({ later }) => later),
  de: () => import('./de/de-later.ts').then(({ later }) => later),
  'de-CH': () => import('./de/de-later.ts').then(({ laterCh }) => laterCh()),
  fr: () => import('./fr/fr-later.ts').then(({ later }) => later),
  it: () => import('./it/it-later.ts').then(({ later }) => later),
};

/** @throws when the file cannot be fetched */
export const loadLaterWords = (language: Language): Promise<LaterWords> => LATER[language]();
