import { createContext, useContext } from 'react';

/** The few words of the controls themselves. */
interface UiWords {
  /** Shown for an unknown value. */
  readonly unknown: string;
  readonly close: string;
  readonly cancel: string;
  /** Shown instead of a part that has failed. */
  readonly failed: string;
  readonly failedHint: string;
  readonly tryAgain: string;
}

export const UiWordsContext = createContext<UiWords>({
  unknown: 'unknown',
  close: 'Close',
  cancel: 'Cancel',
  failed: 'This section has failed.',
  failedHint: 'Other sections are not affected.',
  tryAgain: 'Try again',
});

export const useUiWords = (): UiWords => useContext(UiWordsContext);
