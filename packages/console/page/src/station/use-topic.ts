import type { AnyTopicName } from '@kitestring/client/kitestring-client.ts';
import { useRef, useSyncExternalStore } from 'react';
import { isOut } from './is-out.ts';
import { source } from './source.ts';
import { useIsStale, useStation } from './station-context.tsx';
import type { MessageOf } from './station-link.ts';
import type { TopicSnapshot } from './topic-store.ts';
import { useIsLost } from './use-loss.ts';

interface ShownTopic<Message> extends TopicSnapshot<Message> {
  /** The data is stale: shown in grey. */
  readonly isStale: boolean;
}

/** A topic's current value; redraws with each message. */
export function useTopic<Name extends AnyTopicName>(name: Name): ShownTopic<MessageOf<Name>> {
  const store = useStation().link.topic(name);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const isOld = useIsOld(name);
  return { ...snapshot, isStale: isOld || isOut(snapshot.status) };
}

/** A part of a topic; redraws only when that part changes (`Object.is`). */
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
 * Values of a topic; redraws only when one of them changes. Readings vary ten times a second: round them as displayed,
 * or keep the previous value while the difference is invisible.
 * @param shown gets the previously shown values, too
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
  const isStatusStale = useSyncExternalStore(store.subscribe, () => isOut(store.snapshot().status));
  const isOld = useIsOld(name);
  return { value, isStale: isOld || isStatusStale };
}

/** No new data: the station is silent, or has lost the source. */
function useIsOld(name: AnyTopicName): boolean {
  const isSilent = useIsStale();
  const isLost = useIsLost(source(name));
  return isSilent || isLost;
}

const isSame = (one: Fields, other: Fields): boolean =>
  Object.keys({ ...one, ...other }).every((key) => Object.is(one[key], other[key]));
