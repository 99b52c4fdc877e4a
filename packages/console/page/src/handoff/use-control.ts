import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { useSyncExternalStore } from 'react';
import type { PageSession } from '../station/page-session.ts';
import { useStation } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import { controlSessionAfterSignIn, type InControl, inControl } from './control-session.ts';
import { type ControlState, ControlStore } from './control-store.ts';

interface Control extends ControlState {
  readonly store: ControlStore;
  /** Undefined until the station has reported it. */
  readonly inControl: InControl | undefined;
  readonly isStale: boolean;
}

/** The client in control, and the control intent of this page. */
export function useControl(): Control {
  const station = useStation();
  const { sessionId } = station.signedIn;
  const store = controlStore(station);
  const state = useSyncExternalStore(store.subscribe, store.snapshot);
  const { isStale, value } = useTopic('handoff/state');
  return { ...state, store, isStale, inControl: value && inControlBeside(inControl(value, sessionId), state) };
}

/** According to the station's last report this page had control, but it has lost it since: the holder is unknown. */
const inControlBeside = (told: InControl, { control }: ControlState): InControl | undefined =>
  told.kind === 'own' && control.kind === 'out' && control.loss !== undefined ? undefined : told;

/** For links that leave the page: a page that has control, or waits for it, opens them in a new tab. */
export function useNewTabInControl() {
  const { control } = useControl();
  return control.kind === 'out' ? {} : ({ target: '_blank', rel: 'noreferrer' } as const);
}

const stores = new WeakMap<PageSession, ControlStore>();

/** The store of the current sign-in; it knows whether the previous one had control. */
function controlStore({ facts, link, session, signedIn }: ReturnType<typeof useStation>): ControlStore {
  const known = stores.get(session);
  if (known?.link === link) return known;
  const store = new ControlStore({
    link,
    sessionId: signedIn.sessionId,
    storage: localStorage,
    ownName: signedIn.account?.name,
    leaseS: facts.limits.controlLeaseS,
    control: controlSessionAfterSignIn(known?.snapshot().control),
  });
  stores.set(session, store);
  if (known === undefined) forgetAtSignOut(session);
  return store;
}

/** A sign-out releases control and is not a loss. */
function forgetAtSignOut(session: PageSession): void {
  const leave = session.subscribe(() => {
    if (session.state.kind !== 'signedOut') return;
    stores.delete(session);
    leave();
  });
}

/** @param nowMs station time @returns undefined when one of the two is unknown */
export function secondsSince(timestamp: string | undefined, nowMs: number | undefined): number | undefined {
  const thenUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
  return thenUs === undefined || nowMs === undefined ? undefined : (nowMs - thenUs / 1000) / 1000;
}
