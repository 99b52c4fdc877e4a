import type { AnyTopicName } from '@kitestring/client/kitestring-client.ts';
import { useRef, useSyncExternalStore } from 'react';
import { useIsStale, useStation } from './station-context.tsx';
import type { MessageOf } from './station-link.ts';
import type { TopicSnapshot } from './topic-store.ts';

export interface ShownTopic<Message> extends TopicSnapshot<Message> {
  /** What is shown is old: show it grey. */
  readonly isStale: boolean;
}

/** A topic as it is now; draws anew with each message. */
export function useTopic<Name extends AnyTopicName>(name: Name): ShownTopic<MessageOf<Name>> {
  const store = useStation().link.topic(name);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const isSilent = useIsStale();
  return { ...snapshot, isStale: isSilent || snapshot.status === 'stale' };
}

/** A part of a topic; draws anew only when that part changes (`Object.is`). */
export function useTopicPart<Name extends AnyTopicName, Part>(
  name: Name,
  part: (message: MessageOf<Name>) => Part,
): Part | undefined {
  const store = useStation().link.topic(name);
  const latest = useRef(part);
  latest.current = part;
  return useSyncExternalStore(store.subscribe, () => {
    const { value } = store.snapshot();
    return value === undefined ? undefined : latest.current(value);
  });
}
