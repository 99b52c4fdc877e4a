import { createContext, useContext } from 'react';

/** The few words that the controls say themselves. */
interface KitWords {
  /** In place of a value that is not known. */
  readonly unknown: string;
  readonly close: string;
  readonly cancel: string;
}

export const KitWordsContext = createContext<KitWords>({ unknown: 'unknown', close: 'Close', cancel: 'Cancel' });

export const useKitWords = (): KitWords => useContext(KitWordsContext);
