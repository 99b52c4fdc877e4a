import { type ContractCheck, checksAt, decided, NotApplicableFault, needed, published } from '../../check.ts';
import type { Expectations } from '../../expectations.ts';
import type { SocketLink } from '../../link/socket-link.ts';
import { type State, stateWithin } from '../../station/moments.ts';
import type { StationUnderTest } from '../../station/station-under-test.ts';
import { inEmptyForms, judgeEmptyForms } from '../empty-bodies.ts';
import { judgeDone, judgeRefusal } from '../refusals.ts';

export const FLIGHT = decided('Flight');
/** Altitudes of the flight: high enough for a descent, low enough to be short. */
export const HEIGHT_M = 8;
export const LOWER_M = 5;
export const TAKE_OFF_S = 60;
export const CLIMB_S = 60;
export const TURN_S = 60;
export const LAND_S = 90;
const LIDS_S = 30;
/** Tolerances in motion, when a change of altitude ends, and in hover by the mean of some seconds. */
export const HEIGHT_TOLERANCE_M = 0.35;
export const ENDED_TOLERANCE_M = 0.7;
export const HELD_TOLERANCE_M = 0.35;
const HELD_READINGS = 8;
export const TURN_TOLERANCE_DEG = 0.5;
/** Published mean rate, and the tolerance of a short climb. */
export const RATE_MPS = 0.75;

/** Data of the take-off, kept for the landing. */
export interface TakenOff {
  readonly hours: unknown;
  /** By the clock of the station. */
  readonly atS: number;
}
export const TAKEN_OFF = 'taken off';
export const LANDED_AT = 'landed at';

export const check = checksAt('flight', 'flight');

export const command = (station: StationUnderTest, name: string, json?: object) =>
  station.ask(`flight.control.${name}`, json === undefined ? {} : { json });
export const flight = (station: StationUnderTest) => station.read('flight.state');
export const inState = (wanted: string) => (state: State) => state.flight_state === wanted;

/** @throws NotApplicableFault if an earlier check left another state */
export async function mustBe(station: StationUnderTest, wanted: string): Promise<State> {
  const state = await flight(station);
  if (state.flight_state !== wanted)
    throw new NotApplicableFault(`the Kite is in ${String(state.flight_state)}, not in ${wanted}`);
  return state;
}

/** Sends a command that must be accepted, and reads the state immediately afterwards. */
export async function accepted(
  expect: Expectations,
  station: StationUnderTest,
  name: string,
  json?: object,
  status = 202,
): Promise<State> {
  // Any cache has stored this response.
  await flight(station);
  const answer = await command(station, name, json);
  expect.needs(answer.status === status, `${name} must be ${status}, got ${answer.status}`, answer.exchange);
  judgeDone(expect, answer, status);
  return flight(station);
}

/** All flight states in the order of the subscription. */
export const watched = (station: StationUnderTest): Promise<SocketLink> =>
  station.once('watched flight', () => station.subscribe('flight/state'));

export async function limits(station: StationUnderTest) {
  const { altitude_takeoff: takeoff, altitude_hard_max: hard } = await station.read('flight.info');
  return { takeoffM: needed(takeoff as number | undefined, 'there is no altitude_takeoff'), hardM: Number(hard) };
}

/** Waits for closed lids. @returns their final state; undefined without lids */
export async function lidsClosed(station: StationUnderTest): Promise<unknown> {
  const isClosed = ({ rtb_lids_state: lids }: State) => lids === undefined || lids === 'Closed';
  return (await stateWithin(station, 'system.state', LIDS_S, isClosed)).state.rtb_lids_state;
}

/** Commands that are 409 in a state. */
export const refusedIn = (state: string, names: readonly string[]): ContractCheck =>
  check(
    `refused-in-${state.toLowerCase()}`,
    `In ${state} ${names.join(', ')} are 409; the message names the state and those that allow it.`,
    published('POST /v1/flight/control/*, 409'),
    async (expect, station) => {
      await mustBe(station, state);
      for (const name of names) {
        const answer = await command(station, name, name === 'altitude' ? { altitude: LOWER_M } : undefined);
        judgeRefusal(expect, answer, 409, ['WRONG_FLIGHT_STATE']);
        expect.decided.that(
          String(answer.object.message).includes(state),
          `the message of ${name} names ${state}`,
          answer.exchange,
        );
        if (name !== 'altitude') {
          const others = await inEmptyForms((asked) => station.ask(`flight.control.${name}`, asked));
          judgeEmptyForms(expect, answer, others);
        }
        expect.equal((await flight(station)).flight_state, state, `flight_state after the refused ${name}`);
      }
    },
  );

/** Names the operator: with Remote ID, a take-off requires it within the last 20 s. Control is released. */
export async function nameOperator(station: StationUnderTest): Promise<void> {
  const as = needed(await station.sessions.of('commander'), 'the key cannot command');
  const json = { operator_name: 'conformance', regulatory_mode: 'US_REMOTE_ID_STANDARD' };
  await station.ask('handoff.control.request', { as, json });
  await station.ask('handoff.control.release', { as });
}

/** A station may fly slightly below a target at the maximum, so that gusts do not exceed it. */
export const MARGIN_AT_MAXIMUM_M = 0.5;

/**
 * Asserts that the Kite holds an altitude, by the mean of some seconds, because wind moves it.
 * @param marginM permitted deviation below
 */
export async function holds(
  expect: Expectations,
  station: StationUnderTest,
  altitudeM: number,
  marginM = 0,
): Promise<void> {
  const readings: number[] = [];
  while (readings.length < HELD_READINGS) {
    readings.push(Number((await flight(station)).altitude));
    await station.sleepS(1);
  }
  const meanM = readings.reduce((sum, one) => sum + one, 0) / readings.length;
  const middleM = altitudeM - marginM / 2;
  const withinM = HELD_TOLERANCE_M + marginM / 2;
  expect.near(Number(meanM.toFixed(2)), middleM, withinM, `altitude, mean of ${HELD_READINGS} s`);
}
