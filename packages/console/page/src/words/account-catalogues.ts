import type { Language } from '@kitestring/console-ui/languages.ts';
import { inSwissSpelling } from '@kitestring/console-ui/swiss.ts';
import { accounts as de } from './de/accounts.ts';
import { accounts as en } from './en/accounts.ts';
import { accounts as fr } from './fr/accounts.ts';
import { accounts as it } from './it/accounts.ts';

export type AccountWords = typeof en;

/** Texts of accounts and administration, in the files loaded with them. */
export const ACCOUNT_CATALOGUES: Readonly<Record<Language, AccountWords>> = {
  en,
  de,
  'de-CH': inSwissSpelling(de),
  fr,
  it,
};
