import { type ContractCheck, NotApplicableFault, published } from '../../check.ts';
import { parsed } from '../../link/answer.ts';
import { type State, stateWithin } from '../../station/moments.ts';
import type { StationUnderTest } from '../../station/station-under-test.ts';
import { judgeRefusal } from '../refusals.ts';

import {
  accepted,
  check,
  HEIGHT_TOLERANCE_M,
  inState,
  LAND_S,
  LANDED_AT,
  lidsClosed,
  limits,
  mustBe,
  TAKEN_OFF,
  type TakenOff,
  watched,
} from './steps.ts';

export const LANDING: readonly ContractCheck[] = [
  check(
    'landing.abort',
    'land is 202 and the state is Landing at once; abort holds the Kite: Flying, at least at altitude_takeoff.',
    published('POST /v1/flight/control/abort, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const { takeoffM } = await limits(station);
      const first = await accepted(expect, station, 'land');
      expect.equal(first.flight_state, 'Landing', 'flight_state right after land');
      const turn = await station.ask('camera.control.rotate_by_angle', { json: { tilt: 1 } });
      const hasCamera = (await station.ask('camera.info')).status === 200;
      if (hasCamera) judgeRefusal(expect, turn, 409, ['WRONG_FLIGHT_STATE']);
      await accepted(expect, station, 'abort');
      const { state } = await stateWithin(station, 'flight.state', 20, inState('Flying'));
      expect.equal(state.flight_state, 'Flying', 'flight_state after the abort');
      expect.that(
        Number(state.altitude) > takeoffM - HEIGHT_TOLERANCE_M,
        `altitude ${String(state.altitude)} is at least altitude_takeoff`,
      );
    },
  ),
  check(
    'landing',
    'A landing ends in StandBy on the ground, with the lids closed.',
    published('POST /v1/flight/control/land, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await accepted(expect, station, 'land');
      const { state, isThere } = await stateWithin(station, 'flight.state', LAND_S, inState('StandBy'));
      expect.needs(isThere, `StandBy within ${LAND_S} s, is ${String(state.flight_state)}`);
      await station.once(LANDED_AT, () => station.nowS());
      expect.near(state.altitude, 0, 0.4, 'altitude on the ground');
      const lids = await lidsClosed(station);
      if (lids !== undefined) expect.equal(lids, 'Closed', 'rtb_lids_state after the landing');
    },
  ),
  check(
    'states-in-order',
    'The subscription has shown the states of the flight in their order, none left out.',
    published('GET /v1/flight/state'),
    async (expect, station) => {
      const socket = await watched(station);
      await station.sees(socket, 3000, () => stateIn(socket.messages.at(-1)?.text) === 'StandBy');
      const states = socket.messages.map(({ text }) => stateIn(text));
      const changes = states.filter((state, index) => state !== states[index - 1]);
      if ((await landedAt(station)) === undefined) throw new NotApplicableFault('the flight was not finished');
      // A short state may be skipped between messages: the aborted landing may be too short to be visible.
      expect.oneOf(changes.join(' '), [WITH_ABORT, WITHOUT_ABORT], 'states', socket.exchange);
    },
  ),
  check(
    'hours',
    'total_kite_flight_hours grows by the time in the air.',
    published('GET /v1/flight/info'),
    async (expect, station) => {
      const begun = await station.once<TakenOff | undefined>(TAKEN_OFF, async () => undefined);
      const endS = await landedAt(station);
      if (begun === undefined || endS === undefined) throw new NotApplicableFault('the flight was not finished');
      const { total_kite_flight_hours: after } = await station.read('flight.info');
      if (typeof begun.hours !== 'number' || typeof after !== 'number')
        throw new NotApplicableFault('there is no total_kite_flight_hours');
      const [grownS, flownS] = [(after - begun.hours) * 3600, endS - begun.atS];
      const stepS = 3600 * Math.min(step(begun.hours), step(after));
      const isSo = grownS > 0.7 * flownS - COUNTED_FROM_S - stepS && grownS < flownS + COUNTED_FROM_S + stepS;
      expect.that(isSo, `it has grown by ${grownS.toFixed(0)} s in a flight of ${flownS.toFixed(0)} s`);
    },
  ),
];

/** By the clock of the station; undefined if it has not landed. */
const landedAt = (station: StationUnderTest): Promise<number | undefined> =>
  station.once<number | undefined>(LANDED_AT, async () => undefined);

/** Lids and motors come first, and the contract does not say what counts. */
const COUNTED_FROM_S = 20;
/** One unit of the last displayed digit. */
const step = (value: number): number => 10 ** -(/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);

const WITHOUT_ABORT = 'StandBy TakingOff Flying Landing StandBy';
const WITH_ABORT = 'StandBy TakingOff Flying Landing Flying Landing StandBy';

const stateIn = (text: string | undefined): unknown => (parsed(text ?? '') as State | undefined)?.flight_state;
