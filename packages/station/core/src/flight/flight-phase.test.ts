import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FlightEvent, type FlightPhase, phaseName, phasesThatAllow, transition } from './flight-phase.ts';

const PHASES: readonly FlightPhase[] = [
  { state: 'Unknown' },
  { state: 'StandBy' },
  { state: 'TakingOff', step: 'lids' },
  { state: 'TakingOff', step: 'checks' },
  { state: 'TakingOff', step: 'climb' },
  { state: 'Flying' },
  { state: 'Landing' },
  { state: 'SafetyLanding' },
  { state: 'SafetyDescending' },
];

const COLUMNS = PHASES.map(phaseName);

/* One row per event, one column per phase in the order above; `-` is not allowed. */
const TABLE: Readonly<Record<FlightEvent, string>> = {
  dataLost: 'Unknown Unknown Unknown Unknown Unknown Unknown Unknown Unknown Unknown',
  groundedReported: 'StandBy - - - StandBy StandBy StandBy StandBy StandBy',
  airborneReported: 'Flying Flying - - - - - - -',
  takeOffRequested: '- TakingOff.lids - - - - - - -',
  lidsOpened: '- - TakingOff.checks - - - - - -',
  checksPassed: '- - - TakingOff.climb - - - - -',
  checkFailed: '- - StandBy StandBy StandBy - - - -',
  takeoffAltitudeReached: '- - - - Flying - - - -',
  abortRequested: '- - StandBy StandBy Landing Flying Flying - SafetyDescending',
  landRequested: '- - - - Landing Landing - - Landing',
  landingNeeded: '- - - - Landing Landing - - Landing',
  landingBlocked: '- - - - - - Flying - -',
  descentNeeded: '- - - - - SafetyDescending - - -',
  safeAltitudeReached: '- - - - - - - - Flying',
  safetyLandingNeeded: '- - - - SafetyLanding SafetyLanding SafetyLanding - SafetyLanding',
};

describe('flight phase', () => {
  for (const [event, row] of Object.entries(TABLE) as [FlightEvent, string][]) {
    for (const [column, expected] of row.split(' ').entries()) {
      const phase = PHASES[column] as FlightPhase;
      it(`${COLUMNS[column]} on ${event} ${expected === '-' ? 'is not possible' : `becomes ${expected}`}`, () => {
        const next = transition(phase, event);
        assert.equal(next === undefined ? '-' : phaseName(next), expected);
      });
    }
  }

  it('names the phases that allow an event for a person', () => {
    assert.deepEqual(phasesThatAllow('abortRequested'), ['TakingOff', 'Flying', 'Landing', 'SafetyDescending']);
    assert.deepEqual(phasesThatAllow('landRequested'), ['TakingOff (climb)', 'Flying', 'SafetyDescending']);
  });
});
