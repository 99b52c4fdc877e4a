import { type ContractCheck, NotApplicable, published } from '../../check.ts';
import { parsed } from '../../link/answer.ts';
import { type State, stateWithin } from '../../station/moments.ts';
import { judgeRefusal } from '../refusals.ts';

import { accepted, check, HEIGHT_TOLERANCE_M, inState, LAND_S, lidsClosed, limits, mustBe, watched } from './steps.ts';

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
      judgeRefusal(expect, await station.ask('camera.control.rotate_by_angle', { json: { tilt: 1 } }), 409, [
        'WRONG_FLIGHT_STATE',
      ]);
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
      if (!states.includes('Landing')) throw new NotApplicable('the flight was not finished');
      // A short state may be skipped between messages: the aborted landing may be too short to be visible.
      expect.oneOf(changes.join(' '), [WITH_ABORT, WITHOUT_ABORT], 'states', socket.exchange);
    },
  ),
  check(
    'hours',
    'total_kite_flight_hours grows by the time in the air.',
    published('GET /v1/flight/info'),
    async (expect, station) => {
      const before = await station.once('hours before', async () => undefined as unknown);
      const { total_kite_flight_hours: after } = await station.read('flight.info');
      if (typeof before !== 'number' || typeof after !== 'number')
        throw new NotApplicable('there is no total_kite_flight_hours');
      const grownS = (after - before) * 3600;
      expect.that(grownS > 30 && grownS < 1200, `it has grown by ${grownS.toFixed(0)} s`);
    },
  ),
];

const WITHOUT_ABORT = 'StandBy TakingOff Flying Landing StandBy';
const WITH_ABORT = 'StandBy TakingOff Flying Landing Flying Landing StandBy';

const stateIn = (text: string | undefined): unknown => (parsed(text ?? '') as State | undefined)?.flight_state;
