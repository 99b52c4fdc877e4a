import { type ContractCheck, decided, NotApplicable, needed, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { SocketLink } from '../link/socket-link.ts';
import { type State, stateWithin } from '../station/moments.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeRefusal } from './refusals.ts';
import { parsed } from './subscriptions.ts';

const FLIGHT = decided('Flight');
/** Where the flight is flown: high enough for a descent, low enough to be short. */
const HEIGHT_M = 8;
const LOWER_M = 5;
const TAKE_OFF_S = 60;
const CLIMB_S = 60;
const TURN_S = 60;
const LAND_S = 90;
const HEIGHT_TOLERANCE_M = 1;
const TURN_TOLERANCE_DEG = 4;
/** Published mean rate, and how far a short climb may be from it. */
const RATE_MPS = 0.75;

const check = (
  id: string,
  sentence: string,
  source: ContractCheck['source'],
  run: ContractCheck['run'],
): ContractCheck => ({
  ...{ id: `flight.${id}`, sentence, source, level: 'flight', run },
});

const command = (station: StationUnderTest, name: string, json?: object) =>
  station.ask(`flight.control.${name}`, json === undefined ? {} : { json });
const flight = (station: StationUnderTest) => station.read('flight.state');
const inState = (wanted: string) => (state: State) => state.flight_state === wanted;

/** @throws NotApplicable when an earlier check has left it in another state */
async function mustBe(station: StationUnderTest, wanted: string): Promise<State> {
  const state = await flight(station);
  if (state.flight_state !== wanted)
    throw new NotApplicable(`the Kite is in ${String(state.flight_state)}, not in ${wanted}`);
  return state;
}

/** Sends a command that must be accepted, and reads the state right after it. */
async function accepted(
  expect: Expectations,
  station: StationUnderTest,
  name: string,
  json?: object,
  status = 202,
): Promise<State> {
  const answer = await command(station, name, json);
  expect.needs(answer.status === status, `${name} must be ${status}, got ${answer.status}`, answer.exchange);
  return flight(station);
}

/** All states of the flight, in the order in which the subscription has sent them. */
const watched = (station: StationUnderTest): Promise<SocketLink> =>
  station.once('watched flight', () => station.subscribe('flight/state'));

const refusedIn = (state: string, names: readonly string[]): ContractCheck =>
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
        expect.equal((await flight(station)).flight_state, state, `flight_state after the refused ${name}`);
      }
    },
  );

const BEFORE: readonly ContractCheck[] = [
  check(
    'abort.before-leaving',
    'An abort during the checks before the climb ends in StandBy.',
    FLIGHT,
    async (expect, station) => {
      await mustBe(station, 'StandBy');
      await accepted(expect, station, 'take_off');
      await accepted(expect, station, 'abort');
      const { state } = await stateWithin(station, 'flight.state', LAND_S, inState('StandBy'));
      expect.equal(state.flight_state, 'StandBy', 'flight_state in the end');
      await stateWithin(
        station,
        'system.state',
        20,
        ({ rtb_lids_state: lids }) => lids === undefined || lids === 'Closed',
      );
    },
  ),
  refusedIn('StandBy', ['altitude', 'land', 'abort']),
  check(
    'soft-max.limits',
    'altitude_soft_max is from altitude_takeoff + 1 m to altitude_hard_max, in any state; else 400.',
    published('POST /v1/flight/control/altitude_soft_max, 400'),
    async (expect, station) => {
      const { takeoffM, hardM } = await limits(station);
      for (const altitude of [takeoffM + 0.9, hardM + 0.1, 0, -5]) {
        judgeRefusal(expect, await command(station, 'altitude_soft_max', { altitude }), 400, ['SOFT_MAX_OUT_OF_RANGE']);
      }
      for (const altitude of [takeoffM + 1, hardM]) {
        const answer = await command(station, 'altitude_soft_max', { altitude });
        expect.equal(answer.status, 204, `status for ${altitude} m`, answer.exchange);
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

async function limits(station: StationUnderTest) {
  const { altitude_takeoff: takeoff, altitude_hard_max: hard } = await station.read('flight.info');
  return { takeoffM: needed(takeoff as number | undefined, 'there is no altitude_takeoff'), hardM: Number(hard) };
}

function altitudeLimits(state: 'StandBy' | 'Flying'): ContractCheck {
  return check(
    `altitude.limits-in-${state.toLowerCase()}`,
    `altitude is at least altitude_takeoff + 1 m and below the hard maximum; else 400, also in ${state}.`,
    published('POST /v1/flight/control/altitude, 400'),
    async (expect, station) => {
      await mustBe(station, state);
      const { takeoffM, hardM } = await limits(station);
      for (const altitude of [takeoffM + 0.9, 0, -1]) {
        judgeRefusal(expect, await command(station, 'altitude', { altitude }), 400, ['ALTITUDE_TOO_LOW']);
      }
      for (const altitude of [hardM, hardM + 10, 1e300]) {
        judgeRefusal(expect, await command(station, 'altitude', { altitude }), 400, [
          'ALTITUDE_ABOVE_HARD_MAX',
          'ALTITUDE_ABOVE_SOFT_MAX',
        ]);
      }
    },
  );
}

const TAKE_OFF: readonly ContractCheck[] = [
  check(
    'take-off',
    'take_off is 202, the state is TakingOff at once and Flying at altitude_takeoff; a second one is 409.',
    published('POST /v1/flight/control/take_off, 202'),
    async (expect, station) => {
      await mustBe(station, 'StandBy');
      await watched(station);
      const { takeoffM } = await limits(station);
      const hours = await station.read('flight.info');
      await station.once('hours before', async () => hours.total_kite_flight_hours);
      const first = await accepted(expect, station, 'take_off');
      expect.equal(first.flight_state, 'TakingOff', 'flight_state right after take_off');
      judgeRefusal(expect, await command(station, 'take_off'), 409, ['WRONG_FLIGHT_STATE']);
      const { state, isThere } = await stateWithin(station, 'flight.state', TAKE_OFF_S, inState('Flying'));
      expect.needs(isThere, `Flying within ${TAKE_OFF_S} s, is ${String(state.flight_state)}`);
      expect.near(state.altitude, takeoffM, HEIGHT_TOLERANCE_M, 'altitude when Flying begins');
      expect.near(state.altitude_target, takeoffM, 0.05, 'altitude_target when Flying begins');
    },
  ),
  refusedIn('Flying', ['take_off']),
  altitudeLimits('Flying'),
];

const CLIMB: readonly ContractCheck[] = [
  check(
    'altitude',
    'altitude is 202; altitude_target and is_changing_altitude show it at once, and the Kite gets there.',
    published('POST /v1/flight/control/altitude, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const beganMs = performance.now();
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
      expect.near(state.altitude, HEIGHT_M, HEIGHT_TOLERANCE_M, 'altitude in the end');
      const tookS = ((performance.now() - beganMs) * station.speed) / 1000;
      const climbedM = HEIGHT_M - Number(seen[0]?.altitude ?? 0);
      expect.that(
        climbedM / tookS < 3 * RATE_MPS,
        `climbed ${climbedM.toFixed(1)} m in ${tookS.toFixed(1)} s of the station`,
      );
      expect.that(
        seen.every(({ flight_state: one }) => one === 'Flying'),
        'flight_state is Flying all the time',
      );
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
        throw new NotApplicable('there is no elevation by GPS');
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
      judgeRefusal(expect, await command(station, 'altitude', { altitude: LOWER_M + 1 }), 400, [
        'ALTITUDE_ABOVE_SOFT_MAX',
      ]);
      const { state } = await stateWithin(
        station,
        'flight.state',
        CLIMB_S,
        ({ altitude }) => Math.abs(Number(altitude) - LOWER_M) < HEIGHT_TOLERANCE_M,
      );
      expect.near(state.altitude, LOWER_M, HEIGHT_TOLERANCE_M, 'altitude in the end');
      const { hardM } = await limits(station);
      await command(station, 'altitude_soft_max', { altitude: hardM });
    },
  ),
];

const pan = async (station: StationUnderTest): Promise<number> => Number((await station.read('camera.state')).pan_ned);
/** Degrees from one direction to another the shorter way, positive clockwise. */
const turned = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

async function settled(station: StationUnderTest): Promise<void> {
  await stateWithin(station, 'flight.state', TURN_S, ({ is_rotating: rotating }) => rotating !== true);
  await station.sleepS(2);
}

const TURNS: readonly ContractCheck[] = [
  check(
    'pan.by-angle',
    'rotate_by_angle pans clockwise for a positive angle; is_rotating shows it at once.',
    published('POST /v1/camera/control/rotate_by_angle, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await settled(station);
      const from = await pan(station);
      const answer = await station.ask('camera.control.rotate_by_angle', { json: { pan: 60 } });
      expect.needs(answer.status === 202, `the command must be 202, got ${answer.status}`, answer.exchange);
      expect.equal((await flight(station)).is_rotating, true, 'is_rotating right after the command');
      await stateWithin(
        station,
        'camera.state',
        TURN_S,
        ({ pan_ned: now }) => Math.abs(turned(from, Number(now)) - 60) < TURN_TOLERANCE_DEG / 2,
      );
      await settled(station);
      expect.near(turned(from, await pan(station)), 60, TURN_TOLERANCE_DEG, 'degrees turned');
      const { kite_heading: heading } = await flight(station);
      expect.near(
        turned(await pan(station), Number(heading)),
        0,
        2 * TURN_TOLERANCE_DEG,
        'kite_heading beside pan_ned when the gimbal is centred again',
      );
    },
  ),
  check(
    'pan.to-angle',
    'rotate_to_angle pans to an azimuth from North, 90 is East, the shorter way round.',
    published('POST /v1/camera/control/rotate_to_angle, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const from = await pan(station);
      const wanted = Math.round(from - 40 + 720) % 360;
      const answer = await station.ask('camera.control.rotate_to_angle', { json: { pan_ned: wanted } });
      expect.needs(answer.status === 202, `the command must be 202, got ${answer.status}`, answer.exchange);
      const { seen } = await stateWithin(
        station,
        'camera.state',
        TURN_S,
        ({ pan_ned: now }) => Math.abs(turned(wanted, Number(now))) < TURN_TOLERANCE_DEG / 2,
      );
      await settled(station);
      expect.near(turned(wanted, await pan(station)), 0, TURN_TOLERANCE_DEG, `degrees beside ${wanted}`);
      expect.that(
        seen.every(({ pan_ned: now }) => turned(from, Number(now)) < 15),
        'it never turns the longer way',
      );
    },
  ),
  check(
    'pan.with-speed',
    'rotate_with_speed pans at a speed, positive clockwise, and ends by itself.',
    published('POST /v1/camera/control/rotate_with_speed, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await settled(station);
      const from = await pan(station);
      const answer = await station.ask('camera.control.rotate_with_speed', { json: { pan_speed: 10, duration: 3 } });
      expect.needs(answer.status === 202, `the command must be 202, got ${answer.status}`, answer.exchange);
      await station.sleepS(5);
      await settled(station);
      expect.near(turned(from, await pan(station)), 30, 12, 'degrees turned in 3 s at 10 degrees per second');
    },
  ),
  check(
    'pan.speed-limits',
    'A pan_speed beyond pan_speed_max is 400.',
    published('POST /v1/camera/control/rotate_with_speed, 400'),
    async (expect, station) => {
      const { pan_speed_max: most } = await station.read('camera.info');
      const answer = await station.ask('camera.control.rotate_with_speed', {
        json: { pan_speed: Number(most) + 1, duration: 1 },
      });
      judgeRefusal(expect, answer, 400, ['SPEED_OUT_OF_RANGE']);
    },
  ),
  check(
    'abort.stops',
    'abort in Flying stops altitude and rotation where they are.',
    FLIGHT,
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await command(station, 'altitude', { altitude: HEIGHT_M + 4 });
      await station.sleepS(2);
      await accepted(expect, station, 'abort');
      const { state } = await stateWithin(
        station,
        'flight.state',
        CLIMB_S,
        ({ is_changing_altitude: changing, is_rotating: rotating }) => changing === false && rotating !== true,
      );
      expect.equal(state.flight_state, 'Flying', 'flight_state after abort');
      expect.that(
        Number(state.altitude) < HEIGHT_M + 3,
        `it stays below the target of the aborted climb, is at ${String(state.altitude)} m`,
      );
      await station.sleepS(3);
      expect.near((await flight(station)).altitude, Number(state.altitude), 1, 'altitude three seconds later');
    },
  ),
  check(
    'lids-stay-open',
    'The lids cannot be closed under a flying Kite: 409.',
    published('POST /v1/system/control/close_rtb_lids, 409'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      const { installation } = await station.read('system.info');
      if (installation !== 'Rooftop Box' && installation !== 'RTB')
        throw new NotApplicable('the installation has no lids');
      judgeRefusal(expect, await station.ask('system.control.close_rtb_lids'), 409, ['WRONG_FLIGHT_STATE']);
    },
  ),
];

const LANDING: readonly ContractCheck[] = [
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
      expect.near(state.altitude, 0, 1, 'altitude on the ground');
      const { state: system } = await stateWithin(
        station,
        'system.state',
        30,
        ({ rtb_lids_state: lids }) => lids === undefined || lids === 'Closed',
      );
      if (system.rtb_lids_state !== undefined)
        expect.equal(system.rtb_lids_state, 'Closed', 'rtb_lids_state after the landing');
    },
  ),
  check(
    'states-in-order',
    'The subscription has shown the states of the flight in their order, none left out.',
    published('GET /v1/flight/state'),
    async (expect, station) => {
      const socket = await watched(station);
      await socket.until(() => stateIn(socket.messages.at(-1)?.text) === 'StandBy', 3000);
      const states = socket.messages.map(({ text }) => stateIn(text));
      const changes = states.filter((state, index) => state !== states[index - 1]);
      if (!states.includes('Landing')) throw new NotApplicable('the flight was not finished');
      // A state that changes faster than messages are sent may be skipped: the aborted landing may be too short to
      // show.
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

/** A whole flight: each check goes on where the one before has ended. */
export const FLIGHT_CHECKS: readonly ContractCheck[] = [...BEFORE, ...TAKE_OFF, ...CLIMB, ...TURNS, ...LANDING];
