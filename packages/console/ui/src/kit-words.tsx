import { createContext, useContext } from 'react';

/** The few words of the controls themselves. */
interface KitWords {
  /** Shown for an unknown value. */
  readonly unknown: string;
  readonly close: string;
  readonly cancel: string;
  /** Shown instead of a part that has failed. */
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
