import { createContext, useContext } from 'react';
import { en } from './en.ts';
import type { FleetWords } from './words.ts';

export const WordsContext = createContext<FleetWords>(en);

/** The texts in the language of the user. */
export const useWords = (): FleetWords => useContext(WordsContext);
