import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';

import type { PreflightCheckName } from '@kitestring/station-contract/station/preflight-checks.ts';
import type { WhyNot } from '../permission/why-not.ts';

/** Reason for which no command to the Kite is possible now. */
export type NoActionReason =
  | WhyNot
  | { readonly kind: 'safetyLanding' }
  /** The station itself has started the landing, and its cause persists. */
  | { readonly kind: 'orderedLanding' }
  | { readonly kind: 'unknown' }
  /** The station has not sent anything yet. */
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
  /** The Kite was in the air in its last sample. */
  readonly isLostInAir: boolean;
  /** Known checks that refuse a take-off now. */
  readonly refusing: readonly PreflightCheckName[];
  /** The station refuses to abort this landing. */
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
 * The main command for this state. A Kite in the air can be landed or stopped although its data is stale, because the
 * command may arrive anyway. A take-off with stale data is not allowed.
 */
export function contextAction(situation: ContextSituation): ContextAction {
  const { isLostInAir, refusing, state, whyNotBringDown, whyNotCommand } = situation;
  if (state === undefined) return { kind: 'none', why: whyNotCommand ?? { kind: 'noData' } };
  if (state === 'Landing' && situation.isLandingOrdered) return { kind: 'none', why: { kind: 'orderedLanding' } };
  // A landing that cannot be sent yet is possible anyway: the station keeps it.
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
export const pressText = ({ kind }: ContextAction, state: FlightStateName | undefined): string =>
  kind === 'land' ? kind : `${kind} ${state}`;

/** Secondary action next to the large button: stop in place. */
export function canStop(
  state: FlightStateName | undefined,
  { isChangingAltitude, isRotating }: { readonly isChangingAltitude: boolean; readonly isRotating: boolean },
): boolean {
  if (state === 'Flying') return isChangingAltitude || isRotating;
  return state === 'SafetyDescending' && isRotating;
}

/** States in which the station accepts an altitude. */
export const takesAltitude = (state: FlightStateName | undefined): boolean =>
  state === 'Flying' || state === 'SafetyDescending';
