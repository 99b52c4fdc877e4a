import { operatorNameOf } from '@kitestring/contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';

/** Why the page is not in control any more, though nobody gave it up here. */
export type Loss =
  | { readonly kind: 'taken'; readonly byName: string }
  /** It was not renewed in time: the station was out of reach, or this machine slept. */
  | { readonly kind: 'lapsed' }
  /** The page was out of sight for so long that it gave control up. */
  | { readonly kind: 'hidden' }
  /** The sign-in ended, and control with it. */
  | { readonly kind: 'signInEnded' };

/**
 * What this page wants of control.
 * - `out`: nothing; `loss` when it has lost what it had.
 * - `asking`: it keeps asking, and waits in the queue while somebody else is in control.
 * - `holding`: it is in control, and keeps it by asking again.
 */
export type ControlSession =
  | { readonly kind: 'out'; readonly loss?: Loss }
  | { readonly kind: 'asking' }
  | { readonly kind: 'holding' };

export type ControlSessionEvent =
  /** The operator wants control. */
  | { readonly kind: 'asked' }
  /** The operator gives control, or the place in the queue, up. */
  | { readonly kind: 'gaveUp' }
  | { readonly kind: 'lost'; readonly loss: Loss }
  /** The operator has read why. */
  | { readonly kind: 'lossRead' }
  /** The station refuses to let this page wait. */
  | { readonly kind: 'refused' }
  /** What the station says. `isFirst`: the page has just been opened or signed in. */
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
  // A page that was reloaded goes on with what its session had before.
  if (control.kind === 'out' && isFirst) return controlSessionIn(state, sessionId) ?? control;
  if (control.kind === 'asking') return isOwn ? { kind: 'holding' } : control;
  if (control.kind !== 'holding' || isOwn) return control;
  const loss: Loss = holder === null ? { kind: 'lapsed' } : { kind: 'taken', byName: operatorNameOf(holder) };
  return { kind: 'out', loss };
}

function controlSessionIn(state: HandoffState, sessionId: string): ControlSession | undefined {
  if (state.controlling_client?.session_id === sessionId) return { kind: 'holding' };
  return isWaiting(state, sessionId) ? { kind: 'asking' } : undefined;
}

const isWaiting = ({ requesting_clients }: HandoffState, sessionId: string): boolean =>
  requesting_clients.some(({ session_id }) => session_id === sessionId);

/**
 * The control of the next sign-in. The station may have told that nobody is in control any more just before it ended the
 * sign-in, which then looked as if control had not been renewed.
 */
export function controlSessionAfterSignIn(before: ControlSession | undefined): ControlSession {
  if (before === undefined) return OUT;
  if (before.kind === 'out' && before.loss?.kind !== 'lapsed') return before;
  return { kind: 'out', loss: { kind: 'signInEnded' } };
}

/** Who commands, as this page sees it. */
export type InControl =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'own' }
  | { readonly kind: 'other'; readonly name: string };

export function inControl({ controlling_client: holder }: HandoffState, sessionId: string): InControl {
  if (holder === null) return { kind: 'nobody' };
  return holder.session_id === sessionId ? { kind: 'own' } : { kind: 'other', name: operatorNameOf(holder) };
}
