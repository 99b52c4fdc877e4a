import type { AlarmPattern } from '@kitestring/console-ui/alarm-sound.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { useEffect, useSyncExternalStore } from 'react';
import type { PageSession } from '../station/page-session.ts';
import { useStation } from '../station/station-context.tsx';

/**
 * Reasons to call the operator back to the page, in addition to notifications.
 * - `alarm`: a Critical or Fatal notification that is not silenced on this page; its sound is its own.
 * - `signInEnded`: the session has ended in flight.
 * - `linkLost`: no data from the station.
 * - `controlLost`: this page has lost control.
 * - `controlRequested`: another operator requests control.
 * - `movingInFlight`: the Ground Station moves under a flying Kite.
 * - `warning`: a Warning that has begun in flight.
 */
const ATTENTION_KINDS = [
  'alarm',
  'signInEnded',
  'linkLost',
  'movingInFlight',
  'controlLost',
  'controlRequested',
  'warning',
] as const;
type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** The reason in one line, while it lasts. */
export type Attention = Readonly<Partial<Record<AttentionKind, string>>>;

/** The reason with the highest priority. */
export const foremost = (attention: Attention): AttentionKind | undefined =>
  ATTENTION_KINDS.find((kind) => attention[kind] !== undefined);

/** Interval of repetition while it lasts. */
const AGAIN_MS = 30_000;

/**
 * One to three notes with a distinct melody, unlike an alarm, which repeats one note: falling for a loss, rising for a
 * request, up and down for movement.
 */
export const ATTENTION_PATTERNS: Readonly<Record<Exclude<AttentionKind, 'alarm'>, AlarmPattern>> = {
  signInEnded: { pulsesS: [0, 0.22, 0.44], pulseS: 0.18, frequencyHz: [880, 587, 440], everyMs: AGAIN_MS },
  linkLost: { pulsesS: [0, 0.22, 0.44], pulseS: 0.18, frequencyHz: [740, 554, 370], everyMs: AGAIN_MS },
  controlLost: { pulsesS: [0, 0.3], pulseS: 0.26, frequencyHz: [660, 440], everyMs: AGAIN_MS },
  controlRequested: { pulsesS: [0, 0.2], pulseS: 0.16, frequencyHz: [523, 784], everyMs: AGAIN_MS },
  movingInFlight: { pulsesS: [0, 0.22, 0.44], pulseS: 0.18, frequencyHz: [440, 622, 440], everyMs: AGAIN_MS },
  // Once: it stays in the number above the picture.
  warning: { pulsesS: [0], pulseS: 0.3, frequencyHz: 494, everyMs: undefined },
};

class AttentionStore extends Store<Attention> {
  constructor() {
    super({});
  }

  set(kind: AttentionKind, text: string | undefined): void {
    const { [kind]: before, ...others } = this.snapshot();
    if (before !== text) this.become(text === undefined ? others : { ...others, [kind]: text });
  }
}

const attentionOf = onePer((_: PageSession) => new AttentionStore());

/** Draws attention while there is a text. */
export function useCallForAttention(kind: AttentionKind, text: string | undefined): void {
  const store = attentionOf(useStation().session);
  useEffect(() => {
    store.set(kind, text);
    return () => store.set(kind, undefined);
  }, [store, kind, text]);
}

export function useAttention(): Attention {
  const store = attentionOf(useStation().session);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
