import { createContext, useContext } from 'react';
import * as en from './en/en.ts';
import type { Words } from './words.ts';

export const WordsContext = createContext<Words>(en);

/** The texts in the language of the user. */
export const useWords = (): Words => useContext(WordsContext);
