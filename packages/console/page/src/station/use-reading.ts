import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { ListName } from '@kitestring/station-contract/station/list-versions.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../words/words-context.tsx';
import { Poller } from './poller.ts';
import {
  LISTS,
  type SharedReading,
  type SharedReadingDefinition,
  type SharedSnapshot,
  sharedReading,
} from './shared-reading.ts';
import { useStation } from './station-context.tsx';
import { troubleText } from './trouble-text.ts';

interface Reading<Value> {
  readonly value: Value | undefined;
  readonly trouble: string | undefined;
  /** Reads again now. */
  readonly again: () => Promise<void>;
}

interface ReadingOptions {
  /** From an answer to the next request; absent: only until it is answered. */
  readonly everyMs?: number;
  /** Dependencies: another text reads again. */
  readonly key?: string;
  readonly isOff?: boolean;
}

/** A GET without a topic. */
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
  const poller = useMemo(() => {
    const readOnce = async (signal: AbortSignal): Promise<boolean> => {
      try {
        const got = await link.call((client) => latest.current(client, signal));
        if (signal.aborted) return true;
        setValue(() => got);
        setTrouble(undefined);
        return true;
      } catch (error) {
        if (!signal.aborted) setTrouble(troubleText(error, words));
        return false;
      }
    };
    return new Poller(readOnce, everyMs);
  }, [link, words, everyMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the dependencies of the caller's `read`
  useEffect(() => {
    if (isOff) return;
    void poller.again();
    return () => poller.stop();
  }, [poller, isOff, key]);
  return { value, trouble, again: poller.again };
}

interface ShownReading<Value> extends SharedSnapshot<Value> {
  readonly again: () => void;
}

const NOT_READ: SharedSnapshot<never> = { value: undefined, receivedAtMs: 0, error: undefined };
const notListening = () => () => undefined;
const notRead = () => NOT_READ;
const notAsked = () => undefined;

/** Current value of a shared reading. @param isOff not polled, but `again` reads it on request */
export function useSharedReading<Value>(
  definition: SharedReadingDefinition<Value>,
  isOff = false,
): ShownReading<Value> {
  const { facts, link } = useStation();
  const isNowhere = definition.isOnlyLive === true && facts.isReplay;
  const isNotAsked = isOff || isNowhere;
  const reading: SharedReading<Value> = sharedReading(link, definition);
  const snapshot = useSyncExternalStore(
    isNotAsked ? notListening : reading.subscribe,
    isNotAsked ? notRead : reading.snapshot,
  );
  return { ...snapshot, again: isNowhere ? notAsked : reading.again };
}

/** Version of a list, as the `key` of its reading. */
export const useListVersion = (list: ListName): string => useSharedReading(LISTS).value?.[list] ?? '';
