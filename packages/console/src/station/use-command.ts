import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import { useStation } from './station-context.tsx';
import { troubleText } from './trouble-text.ts';

export interface Command<Args extends readonly unknown[]> {
  /** Sends it. @returns whether the station has taken it */
  readonly send: (...args: Args) => Promise<boolean>;
  /** On its way to the station. */
  readonly isBusy: boolean;
  /** The station's own words for its refusal, or why it could not be asked; gone with the next try. */
  readonly trouble: string | undefined;
  readonly forget: () => void;
}

/** A command to the station, with its refusal kept for the place from where it was given. */
export function useCommand<Args extends readonly unknown[]>(
  ask: (client: KitestringClient, ...args: Args) => Promise<unknown>,
): Command<Args> {
  const { link } = useStation();
  const words = useWords();
  const latest = useRef(ask);
  latest.current = ask;
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const [busy, setBusy] = useState(0);
  const [trouble, setTrouble] = useState<string>();
  const send = useCallback(
    async (...args: Args) => {
      setBusy((count) => count + 1);
      setTrouble(undefined);
      try {
        await link.call((client) => latest.current(client, ...args));
        return true;
      } catch (error) {
        if (isShown.current) setTrouble(troubleText(error, words));
        return false;
      } finally {
        setBusy((count) => count - 1);
      }
    },
    [link, words],
  );
  const forget = useCallback(() => setTrouble(undefined), []);
  return { send, isBusy: busy > 0, trouble, forget };
}
