import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationClock } from '@kitestring/client/station-clock.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Pilot } from './pilot.ts';
import { land } from './steps.ts';

type State = FlightState['flight_state'];

/** A pilot of a station that answers with these states, one after the other, while its newest message says `told`. */
function pilotOf(answers: State[], told: State): { readonly pilot: Pilot; readonly sent: string[] } {
  const sent: string[] = [];
  const flight = {
    getFlightState: async () => ({ flight_state: answers.shift() }),
    abort: async () => void sent.push('abort'),
    land: async () => void sent.push('land'),
  };
  const watch = {
    clock: new StationClock(() => 0),
    flight: { flight_state: told },
    failure: new Promise<never>(() => {}),
    onChange: () => () => {},
  };
  // The parts of a pilot that a landing needs.
  const pilot = { client: { flight }, watch, signal: new AbortController().signal, tell: () => {} };
  return { pilot: pilot as unknown as Pilot, sent };
}

describe('land', () => {
  it('lands a Kite whose take-off had ended when the abort arrived', async () => {
    const { pilot, sent } = pilotOf(['TakingOff', 'Flying', 'StandBy'], 'StandBy');
    await land(pilot);
    assert.deepEqual(sent, ['abort', 'land']);
  });

  it('does not take a message from before the take-off for the end of the landing', async () => {
    const answers: State[] = ['Landing', 'Landing', 'StandBy'];
    const { pilot, sent } = pilotOf(answers, 'StandBy');
    await land(pilot);
    assert.deepEqual([answers, sent], [[], []]);
  });
});
