import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import { useStation } from './station-context.tsx';
import { troubleText } from './trouble-text.ts';

export interface Reading<Value> {
  readonly value: Value | undefined;
  readonly trouble: string | undefined;
  /** Reads again now. */
  readonly again: () => Promise<void>;
}

export interface ReadingOptions {
  /** Read again this often; once when absent. */
  readonly everyMs?: number;
  /** What it depends on: another text reads again. */
  readonly key?: string;
  readonly isOff?: boolean;
}

/** Something that is read by GET: what has no topic. */
export function useReading<Value>(
  read: (client: KitestringClient, signal: AbortSignal) => Promise<Value>,
  { everyMs, isOff = false, key = '' }: ReadingOptions = {},
): Reading<Value> {
  const { link } = useStation();
  const words = useWords();
  const latest = useRef(read);
  latest.current = read;
  const [value, setValue] = useState<Value>();
  const [trouble, setTrouble] = useState<string>();
  const readOnce = useCallback(
    async (signal: AbortSignal) => {
      try {
        const got = await link.call((client) => latest.current(client, signal));
        if (signal.aborted) return;
        setValue(() => got);
        setTrouble(undefined);
      } catch (error) {
        if (!signal.aborted) setTrouble(troubleText(error, words));
      }
    },
    [link, words],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what the caller's `read` depends on
  useEffect(() => {
    if (isOff) return;
    const ended = new AbortController();
    void readOnce(ended.signal);
    const timer = everyMs === undefined ? undefined : setInterval(() => void readOnce(ended.signal), everyMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [readOnce, everyMs, isOff, key]);
  const again = useCallback(() => readOnce(new AbortController().signal), [readOnce]);
  return { value, trouble, again };
}
