import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { TopicMessage } from '@kitestring/station-contract/topics.ts';
import { useEffect, useRef, useState } from 'react';
import { useStation } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { accepted, afterTelemetry, type Pending } from './pending.ts';

type TrackedTopic = 'flight/state' | 'system/state';

export interface TrackedCommand<What> {
  readonly send: (what: What) => Promise<boolean>;
  readonly pending: Pending<What> | undefined;
  /** The station's text of its refusal. */
  readonly trouble: string | undefined;
  readonly forget: () => void;
}

interface TrackedCommandOptions<What, Topic extends TrackedTopic> {
  readonly ask: (client: KitestringClient, what: What) => Promise<unknown>;
  readonly topic: Topic;
  /** Whether telemetry shows that it is done or in progress. */
  readonly isShown: (state: TopicMessage<Topic>, what: What) => boolean;
}

/** A command that stays in progress until telemetry shows it, not only until the station has answered. */
export function useTrackedCommand<What, Topic extends TrackedTopic>(
  options: TrackedCommandOptions<What, Topic>,
): TrackedCommand<What> {
  const store = useStation().link.topic(options.topic);
  const { forget, send: sendNow, trouble } = useCommand(options.ask);
  const [pending, setPending] = useState<Pending<What>>();
  const latest = useRef(options);
  latest.current = options;
  const isShown = (what: What): boolean => {
    // The store's type follows from the topic's name, which only the caller knows.
    const state = store.snapshot().value as TopicMessage<Topic> | undefined;
    return state !== undefined && latest.current.isShown(state, what);
  };
  const send = async (what: What) => {
    setPending({ step: 'sending', what });
    const isTaken = await sendNow(what);
    // A later command may have been sent meanwhile: that one counts.
    setPending((now) => {
      if (now?.what !== what) return now;
      return isTaken ? accepted(what, isShown(what), performance.now()) : undefined;
    });
    return isTaken;
  };
  const isWaiting = pending !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isShown` reads what is newest
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => setPending((now) => now && afterTelemetry(now, isShown(now.what), performance.now()));
    const leave = store.subscribe(look);
    const timer = setInterval(look, 500);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [isWaiting, store]);
  return { send, pending, trouble, forget };
}
