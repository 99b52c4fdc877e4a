import { usePreferences } from '../preferences/preferences.tsx';
import { ACCOUNT_CATALOGUES, type AccountWords } from '../words/account-catalogues.ts';

/** Texts of accounts, loaded with the parts that show them. */
export const useAccountWords = (): AccountWords => ACCOUNT_CATALOGUES[usePreferences().preferences.language];
