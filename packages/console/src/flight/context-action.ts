import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

/** Why nothing can be asked of the Kite now. */
export type NoActionReason = 'safetyLanding' | 'unknown' | 'stale' | 'mayNotControl';

/** What the one large button does. */
export type ContextAction =
  | { readonly kind: 'takeOff' | 'land' | 'abort' }
  | { readonly kind: 'none'; readonly why: NoActionReason };

export interface ContextSituation {
  readonly state: FlightStateName | undefined;
  /** What is shown is old. */
  readonly isStale: boolean;
  /** The token has the scope `control`. */
  readonly mayControl: boolean;
}

const ACTIONS: Readonly<Record<FlightStateName, ContextAction>> = {
  Unknown: { kind: 'none', why: 'unknown' },
  StandBy: { kind: 'takeOff' },
  TakingOff: { kind: 'abort' },
  Flying: { kind: 'land' },
  Landing: { kind: 'abort' },
  SafetyLanding: { kind: 'none', why: 'safetyLanding' },
  SafetyDescending: { kind: 'land' },
};

/**
 * The command that this state asks for first. A Kite in the air can be brought down or stopped although its data are old:
 * the command may get through where the data do not. Taking off blindly is another matter.
 */
export function contextAction({ isStale, mayControl, state = 'Unknown' }: ContextSituation): ContextAction {
  if (!mayControl) return { kind: 'none', why: 'mayNotControl' };
  const action = ACTIONS[state];
  return isStale && action.kind === 'takeOff' ? { kind: 'none', why: 'stale' } : action;
}

/** What goes on can be stopped where it is, beside what the large button does. */
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
