import { operatorName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';

/** Reason for which the page lost control without releasing it. */
export type Loss =
  | { readonly kind: 'taken'; readonly byName: string }
  /** It was not renewed in time: the station was unreachable, or this machine slept. */
  | { readonly kind: 'lapsed' }
  /** The page was hidden for too long and released control. */
  | { readonly kind: 'hidden' }
  /** The sign-in ended, and control with it. */
  | { readonly kind: 'signInEnded' };

/**
 * Control intent of this page.
 * - `out`: none; `loss` after it has lost control.
 * - `asking`: it requests control, and waits in the queue while another client has it.
 * - `holding`: it is in control, and renews it.
 */
export type ControlSession =
  | { readonly kind: 'out'; readonly loss?: Loss }
  | { readonly kind: 'asking' }
  | { readonly kind: 'holding' };

export type ControlSessionEvent =
  /** The operator requests control. */
  | { readonly kind: 'asked' }
  /** The operator releases control, or leaves the queue. */
  | { readonly kind: 'gaveUp' }
  | { readonly kind: 'lost'; readonly loss: Loss }
  /** The operator has read the reason. */
  | { readonly kind: 'lossRead' }
  /** The station refuses a place in the queue. */
  | { readonly kind: 'refused' }
  /** Report of the station. `isFirst`: the page has just been opened or signed in. */
  | {
      readonly kind: 'seen';
      readonly state: HandoffState;
      readonly sessionId: string;
      readonly isFirst: boolean;
    };

export const OUT: ControlSession = { kind: 'out' };

export function nextControlSession(control: ControlSession, event: ControlSessionEvent): ControlSession {
  switch (event.kind) {
    case 'asked':
      return control.kind === 'out' ? { kind: 'asking' } : control;
    case 'gaveUp':
    case 'lossRead':
      return OUT;
    case 'refused':
      return control.kind === 'asking' ? OUT : control;
    case 'lost':
      return control.kind === 'out' ? control : { kind: 'out', loss: event.loss };
    case 'seen':
      return sessionSeen(control, event);
  }
}

function sessionSeen(
  control: ControlSession,
  { isFirst, sessionId, state }: Extract<ControlSessionEvent, { kind: 'seen' }>,
): ControlSession {
  const holder = state.controlling_client;
  const isOwn = holder?.session_id === sessionId;
  // A reloaded page continues with the control of its session.
  if (control.kind === 'out' && isFirst) return controlSessionIn(state, sessionId) ?? control;
  if (control.kind === 'asking') return isOwn ? { kind: 'holding' } : control;
  if (control.kind !== 'holding' || isOwn) return control;
  const loss: Loss = holder === null ? { kind: 'lapsed' } : { kind: 'taken', byName: operatorName(holder) };
  return { kind: 'out', loss };
}

function controlSessionIn(state: HandoffState, sessionId: string): ControlSession | undefined {
  if (state.controlling_client?.session_id === sessionId) return { kind: 'holding' };
  return isWaiting(state, sessionId) ? { kind: 'asking' } : undefined;
}

const isWaiting = ({ requesting_clients }: HandoffState, sessionId: string): boolean =>
  requesting_clients.some(({ session_id }) => session_id === sessionId);

/**
 * Control at the next sign-in. The station may have reported that no client is in control just before it ended the
 * session, which then looked like a missed renewal.
 */
export function controlSessionAfterSignIn(before: ControlSession | undefined): ControlSession {
  if (before === undefined) return OUT;
  if (before.kind === 'out' && before.loss?.kind !== 'lapsed') return before;
  return { kind: 'out', loss: { kind: 'signInEnded' } };
}

/** Control as seen by this page. */
export type InControl =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'own' }
  | { readonly kind: 'other'; readonly name: string };

export function inControl({ controlling_client: holder }: HandoffState, sessionId: string): InControl {
  if (holder === null) return { kind: 'nobody' };
  return holder.session_id === sessionId ? { kind: 'own' } : { kind: 'other', name: operatorName(holder) };
}
