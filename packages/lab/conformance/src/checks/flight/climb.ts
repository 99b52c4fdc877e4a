import { type ContractCheck, NotApplicableFault, published } from '../../check.ts';
import { stateWithin } from '../../station/moments.ts';
import { judgeDone, judgeRefusal } from '../refusals.ts';

import {
  accepted,
  CLIMB_S,
  check,
  command,
  ENDED_TOLERANCE_M,
  FLIGHT,
  HEIGHT_M,
  HEIGHT_TOLERANCE_M,
  holds,
  inState,
  LAND_S,
  LOWER_M,
  lidsClosed,
  limits,
  MARGIN_AT_MAXIMUM_M,
  mustBe,
  nameOperator,
  RATE_MPS,
  refusedIn,
  TAKE_OFF_S,
  TAKEN_OFF,
  type TakenOff,
  watched,
} from './steps.ts';

export const BEFORE_FLIGHT: readonly ContractCheck[] = [
  check(
    'abort.before-leaving',
    'An abort during the checks before the climb ends in StandBy.',
    FLIGHT,
    async (expect, station) => {
      await mustBe(station, 'StandBy');
      await nameOperator(station);
      await accepted(expect, station, 'take_off');
      await accepted(expect, station, 'abort');
      const { state } = await stateWithin(station, 'flight.state', LAND_S, inState('StandBy'));
      expect.equal(state.flight_state, 'StandBy', 'flight_state in the end');
      await lidsClosed(station);
    },
  ),
  refusedIn('StandBy', ['altitude', 'land', 'abort']),
  check(
    'soft-max.limits',
    'altitude_soft_max is from altitude_takeoff + 1 m to altitude_hard_max, in any state; else 400.',
    published('POST /v1/flight/control/altitude_soft_max, 400'),
    async (expect, station) => {
      const { takeoffM, hardM } = await limits(station);
      for (const altitude of [takeoffM + 0.99, hardM + 0.01, 0, -5]) {
        judgeRefusal(expect, await command(station, 'altitude_soft_max', { altitude }), 400, ['SOFT_MAX_OUT_OF_RANGE']);
      }
      for (const altitude of [takeoffM + 1, hardM]) {
        const answer = await command(station, 'altitude_soft_max', { altitude });
        judgeDone(expect, answer, 204, `status for ${altitude} m`);
        expect.equal(
          (await station.read('flight.info')).altitude_soft_max,
          altitude,
          'altitude_soft_max right after the command',
        );
      }
    },
  ),
  altitudeLimits('StandBy'),
];

function altitudeLimits(state: 'StandBy' | 'Flying'): ContractCheck {
  return check(
    `altitude.limits-in-${state.toLowerCase()}`,
    `altitude is at least altitude_takeoff + 1 m and below the hard maximum; else 400, also in ${state}.`,
    published('POST /v1/flight/control/altitude, 400'),
    async (expect, station) => {
      await mustBe(station, state);
      const { takeoffM, hardM } = await limits(station);
      for (const altitude of [takeoffM + 0.99, 0, -1]) {
        judgeRefusal(expect, await command(station, 'altitude', { altitude }), 400, ['ALTITUDE_TOO_LOW']);
      }
      for (const altitude of [hardM, hardM + 10, 1e300]) {
        judgeRefusal(expect, await command(station, 'altitude', { altitude }), 400, [
          'ALTITUDE_ABOVE_HARD_MAX',
          'ALTITUDE_ABOVE_SOFT_MAX',
        ]);
      }
      if (state === 'Flying') await accepted(expect, station, 'altitude', { altitude: takeoffM + 1 });
    },
  );
}

export const TAKE_OFF: readonly ContractCheck[] = [
  check(
    'take-off',
    'take_off is 202, the state is TakingOff at once and Flying at altitude_takeoff; a second one is 409.',
    published('POST /v1/flight/control/take_off, 202'),
    async (expect, station) => {
      await mustBe(station, 'StandBy');
      await watched(station);
      const { takeoffM } = await limits(station);
      const hours = await station.read('flight.info');
      await station.once<TakenOff>(TAKEN_OFF, async () => ({
        hours: hours.total_kite_flight_hours,
        atS: await station.nowS(),
      }));
      await nameOperator(station);
      const first = await accepted(expect, station, 'take_off');
      expect.equal(first.flight_state, 'TakingOff', 'flight_state right after take_off');
      judgeRefusal(expect, await command(station, 'take_off'), 409, ['WRONG_FLIGHT_STATE']);
      const { state, isThere } = await stateWithin(station, 'flight.state', TAKE_OFF_S, inState('Flying'));
      expect.needs(isThere, `Flying within ${TAKE_OFF_S} s, is ${String(state.flight_state)}`);
      expect.near(state.altitude, takeoffM, HEIGHT_TOLERANCE_M, 'altitude when Flying begins');
      expect.near(state.altitude_target, takeoffM, 0.05, 'altitude_target when Flying begins');
    },
  ),
  altitudeLimits('Flying'),
];

export const CLIMB: readonly ContractCheck[] = [
  check(
    'altitude',
    'altitude is 202; altitude_target and is_changing_altitude show it at once, and the Kite gets there.',
    published('POST /v1/flight/control/altitude, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const beganS = await station.nowS();
      const first = await accepted(expect, station, 'altitude', { altitude: HEIGHT_M });
      expect.equal(first.altitude_target, HEIGHT_M, 'altitude_target right after the command');
      expect.equal(first.is_changing_altitude, true, 'is_changing_altitude right after the command');
      const { state, seen } = await stateWithin(
        station,
        'flight.state',
        CLIMB_S,
        ({ is_changing_altitude: changing }) => changing === false,
      );
      expect.equal(state.is_changing_altitude, false, 'is_changing_altitude in the end');
      expect.near(state.altitude, HEIGHT_M, ENDED_TOLERANCE_M, 'altitude when is_changing_altitude ends');
      expect.equal(state.altitude_target, HEIGHT_M, 'altitude_target in the end');
      const tookS = (await station.nowS()) - beganS;
      const climbedM = HEIGHT_M - Number(seen[0]?.altitude ?? 0);
      expect.that(
        climbedM / tookS < 3 * RATE_MPS,
        `climbed ${climbedM.toFixed(1)} m in ${tookS.toFixed(1)} s of the station`,
      );
      expect.that(
        seen.every(({ flight_state: one }) => one === 'Flying'),
        'flight_state is Flying all the time',
      );
      await holds(expect, station, HEIGHT_M);
    },
  ),
  check(
    'altitude.is-that-of-gps',
    'altitude is metres above the Ground Station: GPS elevations differ by as much.',
    published('GET /v1/flight/state'),
    async (expect, station) => {
      const state = await mustBe(station, 'Flying');
      const { gs_gps_elevation: gsM } = await station.read('system.state');
      if (typeof state.kite_gps_elevation !== 'number' || typeof gsM !== 'number')
        throw new NotApplicableFault('there is no elevation by GPS');
      expect.near(
        state.kite_gps_elevation - gsM,
        Number(state.altitude),
        5,
        'difference of the elevations beside altitude',
      );
    },
  ),
  check(
    'soft-max.lowers',
    'A Kite above a new altitude_soft_max descends at once, and a higher target becomes it.',
    published('POST /v1/flight/control/altitude_soft_max, 204'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const first = await accepted(expect, station, 'altitude_soft_max', { altitude: LOWER_M }, 204);
      expect.near(first.altitude_target, LOWER_M, 0.05, 'altitude_target right after the command');
      for (const altitude of [LOWER_M, LOWER_M + 1]) {
        judgeRefusal(expect, await command(station, 'altitude', { altitude }), 400, ['ALTITUDE_ABOVE_SOFT_MAX']);
      }
      await accepted(expect, station, 'altitude', { altitude: LOWER_M - 0.01 });
      const middleM = LOWER_M - MARGIN_AT_MAXIMUM_M / 2;
      const withinM = HEIGHT_TOLERANCE_M + MARGIN_AT_MAXIMUM_M / 2;
      const { state } = await stateWithin(
        station,
        'flight.state',
        CLIMB_S,
        ({ altitude }) => Math.abs(Number(altitude) - middleM) < withinM,
      );
      expect.near(state.altitude, middleM, withinM, 'altitude in the end');
      await stateWithin(station, 'flight.state', CLIMB_S, ({ is_changing_altitude: changing }) => changing === false);
      await holds(expect, station, LOWER_M, MARGIN_AT_MAXIMUM_M);
      const { hardM } = await limits(station);
      await command(station, 'altitude_soft_max', { altitude: hardM });
    },
  ),
];
