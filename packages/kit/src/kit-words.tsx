import { createContext, useContext } from 'react';

/** The few words that the controls say themselves. */
interface KitWords {
  /** In place of a value that is not known. */
  readonly unknown: string;
  readonly close: string;
  readonly cancel: string;
  /** In place of what has failed. */
  readonly failed: string;
  readonly failedHint: string;
  readonly tryAgain: string;
}

export const KitWordsContext = createContext<KitWords>({
  unknown: 'unknown',
  close: 'Close',
  cancel: 'Cancel',
  failed: 'This section has failed.',
  failedHint: 'Other sections are not affected.',
  tryAgain: 'Try again',
});

export const useKitWords = (): KitWords => useContext(KitWordsContext);
