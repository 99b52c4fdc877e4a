import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';

/** Where a flight command leads, and how its state tells that it does not. */
export interface FlightGoal {
  /** The movement in a sentence: `the take-off`. */
  readonly title: string;
  readonly isReached: (state: FlightState) => boolean;
  /** Why it cannot be reached any more; undefined while it can. */
  readonly lostBecause: (state: FlightState) => string | undefined;
  /** Metres that are missing, if they can be told. */
  readonly remainingM: (state: FlightState) => number | undefined;
}

/** `is_changing_altitude` is false within so many metres of the target; used where a station does not send it. */
const WITHIN_M = 0.5;

const leftThem =
  (...allowed: readonly FlightStateName[]) =>
  ({ flight_state: state }: FlightState): string | undefined =>
    allowed.includes(state) ? undefined : `flight_state is ${state}`;

/** Goal of a take-off. Without data of the Kite (`Unknown`) it may still be reached. */
export const FLYING: FlightGoal = {
  title: 'the take-off',
  isReached: ({ flight_state: state }) => state === 'Flying',
  lostBecause: leftThem('TakingOff', 'Flying', 'Unknown'),
  remainingM: ({ altitude, altitude_target: targetM }) => missingM(altitude, targetM),
};

/** Goal of a landing. A safety landing ends on the ground as well. */
export const STAND_BY: FlightGoal = {
  title: 'the landing',
  isReached: ({ flight_state: state }) => state === 'StandBy',
  lostBecause: leftThem('Landing', 'SafetyLanding', 'StandBy', 'Unknown'),
  remainingM: ({ altitude }) => altitude,
};

/** Goal of a change of altitude. */
export function altitudeGoal(altitudeM: number): FlightGoal {
  const leftFlight = leftThem('Flying', 'SafetyDescending', 'Unknown');
  const hasTarget = ({ altitude_target: targetM = altitudeM }: FlightState) => Math.abs(targetM - altitudeM) < 0.01;
  const remainingM = ({ altitude }: FlightState) => missingM(altitude, altitudeM);
  return {
    title: `the flight to ${altitudeM} m`,
    isReached: (state) => {
      const { is_changing_altitude: isChanging = (remainingM(state) ?? Number.POSITIVE_INFINITY) > WITHIN_M } = state;
      return leftThem('Flying', 'SafetyDescending')(state) === undefined && hasTarget(state) && !isChanging;
    },
    lostBecause: (state) =>
      leftFlight(state) ?? (hasTarget(state) ? undefined : `altitude_target is ${state.altitude_target} m now`),
    remainingM,
  };
}

const missingM = (altitudeM: number | undefined, targetM: number | undefined): number | undefined =>
  altitudeM === undefined || targetM === undefined ? undefined : Math.abs(targetM - altitudeM);
