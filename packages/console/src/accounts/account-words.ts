import { usePreferences } from '../preferences/preferences.tsx';
import { ACCOUNT_CATALOGUES, type AccountWords } from '../words/account-catalogues.ts';

/** The texts of accounts, which come with what shows them. */
export const useAccountWords = (): AccountWords => ACCOUNT_CATALOGUES[usePreferences().preferences.language];
