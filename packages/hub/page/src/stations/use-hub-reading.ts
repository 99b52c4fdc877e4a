import type { Operation, ResultOf } from '@kitestring/station-contract/operation.ts';
import { useEffect, useState } from 'react';
import { CallFault } from '../api/call-hub.ts';
import { whileInSight } from '../api/while-in-sight.ts';
import { useHub } from '../fleet-context.tsx';

interface HubReading<O> {
  readonly value: ResultOf<O> | undefined;
  /** Why the newest request failed. */
  readonly fault: CallFault | undefined;
  readonly refresh: () => void;
}

interface ReadingInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Interval of requests; absent: only one. */
  readonly everyMs?: number;
}

/** The reply to a request, none without an operation; repeated periodically while it is displayed and the page is visible. */
export function useHubReading<O extends Operation>(
  operation: O | undefined,
  { everyMs, params, query }: ReadingInput,
): HubReading<O> {
  const { session } = useHub();
  const [state, setState] = useState<{
    readonly key: string;
    readonly value?: ResultOf<O>;
    readonly fault?: CallFault;
  }>();
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([operation?.id, params, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the input, `attempt` repeats the request
  useEffect(() => {
    if (operation === undefined) return;
    const input = { ...(params && { params }), ...(query && { query }) };
    return whileInSight(async (signal) => {
      const change = await session.call(operation, { ...input, signal }).then(
        (value) => ({ key, value }),
        (fault: unknown) => ({
          key,
          fault: fault instanceof CallFault ? fault : new CallFault(0, '', String(fault)),
        }),
      );
      if (signal.aborted) return;
      setState(
        (before) => (before?.key === key ? { ...before, fault: undefined, ...change } : change) as typeof before,
      );
    }, everyMs);
  }, [session, key, everyMs, attempt]);
  const isOwn = state?.key === key;
  return {
    value: isOwn ? state.value : undefined,
    fault: isOwn ? state.fault : undefined,
    refresh: () => setAttempt((count) => count + 1),
  };
}
