import { useSyncExternalStore } from 'react';
import type { Session } from '../station/session.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useTopic } from '../station/use-topic.ts';
import { ControlDesk, type ControlDeskState } from './control-desk.ts';
import { type InControl, inControl, seatAfterSignIn } from './control-seat.ts';

export interface Control extends ControlDeskState {
  readonly desk: ControlDesk;
  /** Undefined until the station has said it. */
  readonly inControl: InControl | undefined;
  readonly isStale: boolean;
}

/** Who is in control, and what this page wants of it. */
export function useControl(): Control {
  const { link, session, signedIn } = useStation();
  const { sessionId } = signedIn;
  const desk = controlDeskOf(session, link, sessionId);
  const state = useSyncExternalStore(desk.subscribe, desk.state);
  const { isStale, value } = useTopic('handoff/state');
  return { ...state, desk, isStale, inControl: value && inControl(value, sessionId) };
}

const desks = new WeakMap<Session, ControlDesk>();

/** The desk of the sign-in that is; it knows whether the one before had control. */
function controlDeskOf(session: Session, link: StationLink, sessionId: string): ControlDesk {
  const known = desks.get(session);
  if (known?.link === link) return known;
  const desk = new ControlDesk({ link, sessionId, storage: localStorage, seat: seatAfterSignIn(known?.state().seat) });
  desks.set(session, desk);
  if (known === undefined) forgetAtSignOut(session);
  return desk;
}

/** Whoever signs out gives control up, and has lost nothing. */
function forgetAtSignOut(session: Session): void {
  const leave = session.subscribe(() => {
    if (session.state.kind !== 'signedOut') return;
    desks.delete(session);
    leave();
  });
}
