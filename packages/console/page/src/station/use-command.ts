import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../words/words-context.tsx';
import { ShownRefusal } from './shown-refusal.ts';
import { useIsStale, useStation } from './station-context.tsx';
import { troubleText, unsentText } from './trouble-text.ts';
import { useTopicPart } from './use-topic.ts';

export interface Command<Args extends readonly unknown[]> {
  /** Sends it. @returns whether the station has accepted it */
  readonly send: (...args: Args) => Promise<boolean>;
  /** It is being sent. */
  readonly isBusy: boolean;
  /**
   * The station's text of its refusal, or why the station could not be reached; cleared by the next attempt. If it does
   * not concern input it is also cleared by another state, or after 8 s.
   */
  readonly trouble: string | undefined;
  readonly forget: () => void;
}

type Ask<Args extends readonly unknown[]> = (client: KitestringClient, ...args: Args) => Promise<unknown>;

/** A command to the station, with its refusal for display where it was sent. */
export function useCommand<Args extends readonly unknown[]>(ask: Ask<Args>): Command<Args> {
  return useAsked(ask, useSituationText());
}

/** The same for a form: its refusal stays until a field is changed or it is sent again, whatever the aircraft does meanwhile. */
export function useFormCommand<Args extends readonly unknown[]>(ask: Ask<Args>): Command<Args> {
  return useAsked(ask, undefined);
}

function useAsked<Args extends readonly unknown[]>(ask: Ask<Args>, situation: string | undefined): Command<Args> {
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
  const [refusal] = useState(() => new ShownRefusal());
  const trouble = useSyncExternalStore(refusal.subscribe, refusal.snapshot);
  const situationNow = useRef(situation);
  situationNow.current = situation;
  useEffect(() => refusal.look(situation), [refusal, situation]);
  const send = useCallback(
    async (...args: Args) => {
      setBusy((count) => count + 1);
      refusal.forget();
      try {
        await link.call((client) => latest.current(client, ...args));
        return true;
      } catch (error) {
        if (!isShown.current) return false;
        if (error instanceof ConnectionError) refusal.sayUnsent(unsentText(error, words));
        else refusal.say(troubleText(error, words), situationNow.current);
        return false;
      } finally {
        setBusy((count) => count - 1);
      }
    },
    [link, words, refusal],
  );
  return { send, isBusy: busy > 0, trouble, forget: refusal.forget };
}

/** Dependencies of refusals, as a text: another text is another situation. */
function useSituationText(): string {
  const isStale = useIsStale();
  const flight = useTopicPart('flight/state', ({ flight_state }) => flight_state);
  const lids = useTopicPart('system/state', ({ rtb_lids_state }) => rtb_lids_state);
  const camera = useTopicPart('camera/state', ({ online_state }) => online_state);
  const holder = useTopicPart('handoff/state', (state) => state.controlling_client?.session_id);
  const isRecording = useTopicPart('recordings/state', ({ is_recording }) => is_recording);
  return [isStale, flight, lids, camera, holder, isRecording].join(' ');
}
