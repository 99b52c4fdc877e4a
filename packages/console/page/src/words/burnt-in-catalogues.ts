import type { Language } from '@kitestring/console-ui/languages.ts';
import { inSwissSpelling } from '@kitestring/console-ui/swiss.ts';
import { burntIn as de } from './de/burnt-in.ts';
import { burntIn as en } from './en/burnt-in.ts';
import { burntIn as fr } from './fr/burnt-in.ts';
import { burntIn as it } from './it/burnt-in.ts';

export type BurntInWords = typeof en;

/** Texts of privacy masks and of the on-screen display, in the file loaded with them. */
export const BURNT_IN_CATALOGUES: Readonly<Record<Language, BurntInWords>> = {
  en,
  de,
  'de-CH': inSwissSpelling(de),
  fr,
  it,
};
