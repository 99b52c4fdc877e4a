import { wrap180 } from '@kitestring/base/angles.ts';
import { type ContractCheck, NotApplicableFault, needed, published } from '../../check.ts';
import type { Expectations } from '../../expectations.ts';
import { quickly, stateWithin } from '../../station/moments.ts';
import type { StationUnderTest } from '../../station/station-under-test.ts';
import { mustHave, rotated } from '../camera.ts';
import { hasLids } from '../lids.ts';
import { judgeRefusal } from '../refusals.ts';

import {
  accepted,
  CLIMB_S,
  check,
  command,
  FLIGHT,
  flight,
  HEIGHT_M,
  mustBe,
  TURN_S,
  TURN_TOLERANCE_DEG,
} from './steps.ts';

/** @throws NotApplicableFault without an azimuth */
async function pan(station: StationUnderTest): Promise<number> {
  const { pan_ned: shown } = await station.read('camera.state');
  if (typeof shown !== 'number') throw new NotApplicableFault('the camera has no pan_ned');
  return shown;
}
/** The heading may swing when the rotation has ended. */
const ENDED_TOLERANCE_DEG = 2;
/** Shortest angle from one direction to another, degrees, positive clockwise. */
const turned = (from: number, to: number): number => wrap180(to - from);

/** Far enough from start and end to determine the direction of rotation. */
const isOnTheWay = (degrees: number): boolean => Math.abs(degrees) > 20 && Math.abs(degrees) < 150;

async function settled(station: StationUnderTest): Promise<void> {
  await stateWithin(station, 'flight.state', TURN_S, ({ is_rotating: rotating }) => rotating !== true);
  await station.sleepS(2);
}

export const TURNS: readonly ContractCheck[] = [
  check(
    'pan.by-angle',
    'rotate_by_angle pans clockwise for a positive angle; is_rotating shows it at once.',
    published('POST /v1/camera/control/rotate_by_angle, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await mustHave(station, 'pan');
      await settled(station);
      const from = await pan(station);
      await rotated(expect, station, 'by_angle', { pan: 60 });
      expect.equal((await flight(station)).is_rotating, true, 'is_rotating right after the command');
      await stateWithin(station, 'flight.state', TURN_S, ({ is_rotating: rotating }) => rotating === false);
      const atEnd = turned(from, await pan(station));
      expect.near(atEnd, 60, ENDED_TOLERANCE_DEG, 'degrees turned when is_rotating ends');
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
      await mustHave(station, 'pan');
      const from = await pan(station);
      const wanted = Math.round(from - 40 + 720) % 360;
      await rotated(expect, station, 'to_angle', { pan_ned: wanted });
      const { seen } = await stateWithin(
        station,
        'camera.state',
        TURN_S,
        ({ pan_ned: now }) => Math.abs(turned(wanted, Number(now))) < TURN_TOLERANCE_DEG / 2,
      );
      await settled(station);
      expect.near(turned(wanted, await pan(station)), 0, TURN_TOLERANCE_DEG, `degrees beside ${wanted}`);
      expect.that(
        seen.every(({ pan_ned: now }) => turned(from, Number(now)) < 5),
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
      await mustHave(station, 'pan');
      await settled(station);
      const from = await pan(station);
      await rotated(expect, station, 'with_speed', { pan_speed: 10, duration: 3 });
      await station.sleepS(5);
      await settled(station);
      expect.near(turned(from, await pan(station)), 30, 1.5, 'degrees turned in 3 s at 10 degrees per second');
    },
  ),
  check(
    'pan.half-turns',
    'rotate_by_angle turns the way that the sign says, also by 180 degrees: both are allowed.',
    published('POST /v1/camera/control/rotate_by_angle, 202'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      await mustHave(station, 'pan');
      for (const angle of [-180, 180]) {
        await settled(station);
        const from = await pan(station);
        await rotated(expect, station, 'by_angle', { pan: angle });
        const { isThere, seen } = await stateWithin(station, 'camera.state', TURN_S, ({ pan_ned: now }) =>
          isOnTheWay(turned(from, Number(now))),
        );
        expect.that(isThere, `it turns by ${angle}`);
        const way = turned(from, Number(seen.at(-1)?.pan_ned));
        expect.equal(Math.sign(way), Math.sign(angle), `sense of rotation by ${angle}`);
        await settled(station);
        expect.near(Math.abs(turned(from, await pan(station))), 180, 2 * TURN_TOLERANCE_DEG, 'degrees turned');
      }
    },
  ),
  check(
    'pan.speed-limits',
    'A pan_speed beyond its limits is 400; one at a limit is 202.',
    published('POST /v1/camera/control/rotate_with_speed, 400'),
    async (expect, station) => {
      await mustHave(station, 'pan');
      const { pan_speed_max: most, pan_speed_min: least } = await station.read('camera.info');
      for (const speed of [Number(most) + 0.01, -Number(most) - 0.01, Number(least) - 0.01]) {
        const answer = await station.ask('camera.control.rotate_with_speed', {
          json: { pan_speed: speed, duration: 0.1 },
        });
        judgeRefusal(expect, answer, 400, ['SPEED_OUT_OF_RANGE']);
      }
      for (const speed of [Number(most), -Number(most), Number(least)]) {
        await rotated(expect, station, 'with_speed', { pan_speed: speed, duration: 0.1 });
      }
    },
  ),
  check(
    'lids-stay-open',
    'The lids cannot be closed under a flying Kite: 409.',
    published('POST /v1/system/control/close_rtb_lids, 409'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      if (!(await hasLids(station))) throw new NotApplicableFault('the installation has no lids');
      judgeRefusal(expect, await station.ask('system.control.close_rtb_lids'), 409, ['WRONG_FLIGHT_STATE']);
    },
  ),
];

/** The abort must come well before the climb would end. */
const CLIMB_BEFORE_ABORT_S = 4;

export const ABORT_STOPS: ContractCheck = check(
  'abort.stops',
  'abort in Flying stops altitude and rotation where they are.',
  FLIGHT,
  async (expect, station) => {
    await mustBe(station, 'Flying');
    const targetM = needed(await quickly(station, CLIMB_BEFORE_ABORT_S, () => abortedClimb(expect, station)), HURRIED);
    const { state } = await stateWithin(
      station,
      'flight.state',
      CLIMB_S,
      ({ is_changing_altitude: changing, is_rotating: rotating }) => changing === false && rotating !== true,
    );
    expect.equal(state.flight_state, 'Flying', 'flight_state after abort');
    expect.near(state.altitude_target, Number(state.altitude), 1, 'altitude_target after abort');
    const apartM = Math.abs(Number(state.altitude) - targetM);
    expect.that(apartM > 1, `it stays away from the target of ${targetM} m, is at ${String(state.altitude)} m`);
    await station.sleepS(3);
    expect.near((await flight(station)).altitude, Number(state.altitude), 1, 'altitude three seconds later');
  },
);

const HURRIED = 'this machine is too slow to abort a climb in time';

/** Starts a large altitude change, and aborts it. @returns the target altitude */
async function abortedClimb(expect: Expectations, station: StationUnderTest): Promise<number> {
  const { altitude = 0 } = await flight(station);
  const targetM = Number(altitude) < HEIGHT_M ? HEIGHT_M + 4 : 2;
  await command(station, 'altitude', { altitude: targetM });
  await station.sleepS(1);
  await accepted(expect, station, 'abort');
  return targetM;
}
