import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

import type { PreflightCheckName } from '@kitestring/contract/station/preflight-checks.ts';
import type { WhyNot } from '../permission/why-not.ts';

/** Reason for which no command to the Kite is possible now. */
export type NoActionReason =
  | WhyNot
  | { readonly kind: 'safetyLanding' }
  /** The station itself has ordered the landing, and its cause lasts. */
  | { readonly kind: 'orderedLanding' }
  | { readonly kind: 'unknown' }
  /** Nothing has come from the station yet. */
  | { readonly kind: 'noData' }
  /** The station would refuse a take-off now. */
  | { readonly kind: 'notReady'; readonly checks: readonly PreflightCheckName[] };

/** Action of the large button. */
export type ContextAction =
  | { readonly kind: 'takeOff' | 'land' | 'abort' }
  | { readonly kind: 'none'; readonly why: NoActionReason };

interface ContextSituation {
  readonly state: FlightStateName | undefined;
  /** Reason for which commands are disabled. */
  readonly whyNotCommand: WhyNot | undefined;
  /** Reason for which even landing and aborting are disabled. */
  readonly whyNotBringDown: WhyNot | undefined;
  /** The Kite was in the air when it was heard last. */
  readonly isLostInAir: boolean;
  /** The checks that refuse a take-off now, as far as is known. */
  readonly refusing: readonly PreflightCheckName[];
  /** The landing is one that the station refuses to abort. */
  readonly isLandingOrdered: boolean;
}

const ACTIONS: Readonly<Record<FlightStateName, ContextAction>> = {
  Unknown: { kind: 'none', why: { kind: 'unknown' } },
  StandBy: { kind: 'takeOff' },
  TakingOff: { kind: 'abort' },
  Flying: { kind: 'land' },
  Landing: { kind: 'abort' },
  SafetyLanding: { kind: 'none', why: { kind: 'safetyLanding' } },
  SafetyDescending: { kind: 'land' },
};

/**
 * The command that this state asks for first. A Kite in the air can be brought down or stopped although its data are old:
 * the command may get through where the data do not. Taking off blindly is another matter.
 */
export function contextAction(situation: ContextSituation): ContextAction {
  const { isLostInAir, refusing, state, whyNotBringDown, whyNotCommand } = situation;
  if (state === undefined) return { kind: 'none', why: whyNotCommand ?? { kind: 'noData' } };
  if (state === 'Landing' && situation.isLandingOrdered) return { kind: 'none', why: { kind: 'orderedLanding' } };
  // A landing that nothing can be sent of yet is wanted all the same: it is kept.
  const action = isLostInAir ? ACTIONS.Flying : ACTIONS[state];
  if (action.kind === 'none') return action;
  const why = action.kind === 'takeOff' ? whyNotCommand : whyNotBringDown;
  if (why !== undefined) return { kind: 'none', why };
  const isRefused = action.kind === 'takeOff' && refusing.length > 0;
  return isRefused ? { kind: 'none', why: { kind: 'notReady', checks: refusing } } : action;
}

/**
 * Identity of a press of the large button: a press ends when it changes. A landing is the same press in `Flying` and
 * `SafetyDescending`; aborting a take-off and aborting a landing are two.
 */
export const pressOf = ({ kind }: ContextAction, state: FlightStateName | undefined): string =>
  kind === 'land' ? kind : `${kind} ${state}`;

/** Secondary action next to the large button: stop in place. */
export function canStop(
  state: FlightStateName | undefined,
  { isChangingAltitude, isRotating }: { readonly isChangingAltitude: boolean; readonly isRotating: boolean },
): boolean {
  if (state === 'Flying') return isChangingAltitude || isRotating;
  return state === 'SafetyDescending' && isRotating;
}

/** The states in which the station takes an altitude. */
export const takesAltitude = (state: FlightStateName | undefined): boolean =>
  state === 'Flying' || state === 'SafetyDescending';
