import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { TakeOffStep } from '@kitestring/station-contract/flight/take-off-step.ts';

/*
 *                 takeOffRequested        checksPassed        takeoffAltitudeReached
 *   StandBy ───────────────▶ TakingOff lids ▶ checks ▶ climb ───────────▶ Flying ◀──────────────┐
 *      ▲  ◀── abort, checkFailed ──┘────────────┘        │ abort, land     │  ▲ │ descentNeeded  │ safeAltitudeReached
 *      │                                                 ▼        land*    │  │ └▶ SafetyDescending
 *      ├───────────── touchedDown ─────────────────── Landing ◀────────────┘  │        │ land* ▶ Landing
 *      │                                                 └── abort, blocked ──┘        │
 *      └───────────── touchedDown ─────────────── SafetyLanding ◀── safetyLandingNeeded, from everything in the air
 *
 *   land*: landRequested by a client, landingNeeded by what the sensors show.
 *   dataLost leads from every phase to Unknown; the first data afterwards leads to StandBy or Flying, by what it says.
 */

/** Phase of the flight. `TakingOff` has a step, because an abort has another meaning in the air. */
export type FlightPhase =
  | { readonly state: Exclude<FlightStateName, 'TakingOff'> }
  | { readonly state: 'TakingOff'; readonly step: TakeOffStep };

export type FlightEvent =
  | 'dataLost'
  | 'groundedReported'
  | 'airborneReported'
  | 'takeOffRequested'
  | 'lidsOpened'
  | 'checksPassed'
  | 'checkFailed'
  | 'takeoffAltitudeReached'
  | 'abortRequested'
  | 'landRequested'
  | 'landingNeeded'
  | 'landingBlocked'
  | 'descentNeeded'
  | 'safeAltitudeReached'
  | 'safetyLandingNeeded';

export const UNKNOWN: FlightPhase = { state: 'Unknown' };
const STAND_BY: FlightPhase = { state: 'StandBy' };
const LIDS: FlightPhase = { state: 'TakingOff', step: 'lids' };
const CHECKS: FlightPhase = { state: 'TakingOff', step: 'checks' };
const CLIMB: FlightPhase = { state: 'TakingOff', step: 'climb' };
const FLYING: FlightPhase = { state: 'Flying' };
const LANDING: FlightPhase = { state: 'Landing' };
const SAFETY_LANDING: FlightPhase = { state: 'SafetyLanding' };
const SAFETY_DESCENDING: FlightPhase = { state: 'SafetyDescending' };

type PhaseName = Exclude<FlightStateName, 'TakingOff'> | `TakingOff.${TakeOffStep}`;

const TRANSITIONS: Readonly<Record<PhaseName, Partial<Record<FlightEvent, FlightPhase>>>> = {
  Unknown: { dataLost: UNKNOWN, groundedReported: STAND_BY, airborneReported: FLYING },
  StandBy: { dataLost: UNKNOWN, takeOffRequested: LIDS, airborneReported: FLYING },
  'TakingOff.lids': { dataLost: UNKNOWN, lidsOpened: CHECKS, checkFailed: STAND_BY, abortRequested: STAND_BY },
  'TakingOff.checks': { dataLost: UNKNOWN, checksPassed: CLIMB, checkFailed: STAND_BY, abortRequested: STAND_BY },
  'TakingOff.climb': {
    dataLost: UNKNOWN,
    takeoffAltitudeReached: FLYING,
    checkFailed: STAND_BY,
    groundedReported: STAND_BY,
    abortRequested: LANDING,
    landRequested: LANDING,
    landingNeeded: LANDING,
    safetyLandingNeeded: SAFETY_LANDING,
  },
  Flying: {
    dataLost: UNKNOWN,
    groundedReported: STAND_BY,
    abortRequested: FLYING,
    landRequested: LANDING,
    landingNeeded: LANDING,
    descentNeeded: SAFETY_DESCENDING,
    safetyLandingNeeded: SAFETY_LANDING,
  },
  Landing: {
    dataLost: UNKNOWN,
    groundedReported: STAND_BY,
    abortRequested: FLYING,
    landingBlocked: FLYING,
    safetyLandingNeeded: SAFETY_LANDING,
  },
  SafetyDescending: {
    dataLost: UNKNOWN,
    groundedReported: STAND_BY,
    abortRequested: SAFETY_DESCENDING,
    landRequested: LANDING,
    landingNeeded: LANDING,
    safeAltitudeReached: FLYING,
    safetyLandingNeeded: SAFETY_LANDING,
  },
  SafetyLanding: { dataLost: UNKNOWN, groundedReported: STAND_BY },
};

export const phaseName = (phase: FlightPhase): PhaseName =>
  phase.state === 'TakingOff' ? `TakingOff.${phase.step}` : phase.state;

/** The phase after `event`; undefined where the event is not possible. */
export function transition(phase: FlightPhase, event: FlightEvent): FlightPhase | undefined {
  return TRANSITIONS[phaseName(phase)][event];
}

/** Display name of the phase: the state, and the step where it matters. */
export const phaseLabel = (phase: FlightPhase): string =>
  phase.state === 'TakingOff' ? `TakingOff (${phase.step})` : phase.state;

/** The phases in which `event` is possible, as text: `TakingOff` alone means each of its steps. */
export function phasesThatAllow(event: FlightEvent): readonly string[] {
  const names = (Object.keys(TRANSITIONS) as PhaseName[]).filter((name) => TRANSITIONS[name][event] !== undefined);
  const takeOffSteps = names.filter((name) => name.startsWith('TakingOff.'));
  const labels = names.map((name) => {
    const [state, step] = name.split('.') as [string, string?];
    return step === undefined || takeOffSteps.length === 3 ? state : `${state} (${step})`;
  });
  return [...new Set(labels)];
}

/** Whether the rotors may be turning in this phase: then a hazard leads to a safety landing. */
export const isInTheAir = (phase: FlightPhase): boolean => transition(phase, 'safetyLandingNeeded') !== undefined;

/** The same, and in a safety landing. */
export const mayBeInTheAir = (phase: FlightPhase): boolean => isInTheAir(phase) || phase.state === 'SafetyLanding';
