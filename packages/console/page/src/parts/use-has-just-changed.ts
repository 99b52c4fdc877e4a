import { useEffect, useState } from 'react';

/** A tap within this time, milliseconds, of a change is meant for the previous function: people tap twice, and press again. */
export const CHANGED_MS = 1500;

/** Whether a button has changed its function recently. @param does the function; undefined: not known yet, from which nothing changes */
export function useHasJustChanged(does: string | undefined): boolean {
  const [known, setKnown] = useState({ does, hasJustChanged: false });
  // Before it is rendered: no tap comes in between.
  if (known.does !== does) setKnown({ does, hasJustChanged: known.does !== undefined });
  useEffect(() => {
    const timer = setTimeout(() => setKnown({ does, hasJustChanged: false }), CHANGED_MS);
    return () => clearTimeout(timer);
  }, [does]);
  return known.hasJustChanged;
}
