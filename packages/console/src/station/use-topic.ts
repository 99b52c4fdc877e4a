import type { AnyTopicName } from '@kitestring/client/kitestring-client.ts';
import { useRef, useSyncExternalStore } from 'react';
import { useIsStale, useStation } from './station-context.tsx';
import type { MessageOf } from './station-link.ts';
import type { TopicSnapshot } from './topic-store.ts';

interface ShownTopic<Message> extends TopicSnapshot<Message> {
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

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * What is shown of a topic; draws anew only when one of these values changes. Readings tremble ten times a second: round
 * them as they are shown, or keep the one of before while the difference could not be seen.
 * @param shown gets what was shown before, too
 */
export function useTopicShown<Name extends AnyTopicName, Shown extends Fields>(
  name: Name,
  shown: (message: MessageOf<Name>, before: Shown | undefined) => Shown,
): { readonly value: Shown | undefined; readonly isStale: boolean } {
  const store = useStation().link.topic(name);
  const latest = useRef(shown);
  latest.current = shown;
  const last = useRef<Shown>(undefined);
  const value = useSyncExternalStore(store.subscribe, () => {
    const message = store.snapshot().value;
    if (message === undefined) return undefined;
    const now = latest.current(message, last.current);
    if (last.current === undefined || !isSame(last.current, now)) last.current = now;
    return last.current;
  });
  const isStatusStale = useSyncExternalStore(store.subscribe, () => store.snapshot().status === 'stale');
  const isSilent = useIsStale();
  return { value, isStale: isSilent || isStatusStale };
}

const isSame = (one: Fields, other: Fields): boolean =>
  Object.keys({ ...one, ...other }).every((key) => Object.is(one[key], other[key]));
