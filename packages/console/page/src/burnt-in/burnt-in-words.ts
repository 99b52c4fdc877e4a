import { usePreferences } from '../preferences/preferences.tsx';
import { BURNT_IN_CATALOGUES, type BurntInWords } from '../words/burnt-in-catalogues.ts';

/** Texts of what is burnt into pictures, loaded with the parts that show them. */
export const useBurntInWords = (): BurntInWords => BURNT_IN_CATALOGUES[usePreferences().preferences.language];
