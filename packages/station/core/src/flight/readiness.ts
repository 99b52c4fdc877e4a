import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Readiness, ReadinessCheck } from '@kitestring/station-contract/station/readiness.ts';
import { firstRefusal, type PreflightFinding } from './preflight.ts';
import { checksRevision } from './signatures.ts';

/** The wire form of the preflight checks. It contains everything that refuses a take-off except the caller. */
export const shownReadiness = (flightState: FlightStateName, findings: readonly PreflightFinding[]): Readiness => {
  const checks = findings.map(shownCheck);
  return {
    ready: flightState === 'StandBy' && firstRefusal(findings) === undefined,
    flight_state: flightState,
    revision: checksRevision({ checks, flight_state: flightState }),
    checks,
  };
};

function shownCheck(finding: PreflightFinding): ReadinessCheck {
  const { check, figure, state } = finding;
  const { value, ...limits } = figure ?? {};
  return {
    check,
    state,
    ...(state === 'refuses' && finding.refusal),
    ...limits,
    ...(value !== undefined && { value }),
  };
}
