import { type ContractCheck, checksAt, decided, NotApplicableFault, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { quickly, stateWithin } from '../station/moments.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const CAMERA = decided('Camera');
const BY_ANGLE = published('POST /v1/camera/control/rotate_by_angle, 202');
const TO_ANGLE = published('POST /v1/camera/control/rotate_to_angle, 202');
const WITH_SPEED = published('POST /v1/camera/control/rotate_with_speed, 202');
/** Tolerance: a gimbal stops there, and wind moves it. */
const TOLERANCE_DEG = 0.5;
/** Time in which the slowest gimbal crosses its range. */
const TURN_S = 45;
const SPEED_DPS = 10;
/** A stopped rotation is evaluated while it would still move by degrees. */
const STOPPED_DPS = 5;
const STOPPED_AFTER_S = 10;

const checkAny = checksAt('control', 'camera');

/** A check of a camera that tilts. */
const check = (...[id, sentence, source, run]: Parameters<typeof checkAny>): ContractCheck =>
  checkAny(id, sentence, source, async (expect, station) => {
    await mustHave(station, 'tilt');
    await run(expect, station);
  });

/** @throws NotApplicableFault without a responding camera */
async function tiltOf(station: StationUnderTest): Promise<number> {
  const { online_state: online, tilt_ned: tilt } = await station.read('camera.state');
  if (online !== 'Online' || typeof tilt !== 'number') throw new NotApplicableFault('the camera is not online');
  return tilt;
}

const turn = (station: StationUnderTest, how: string, json: object) =>
  station.ask(`camera.control.rotate_${how}`, { json });

/** @throws NotApplicableFault where camera/info tells nothing of this axis and the station refuses it as wrong input */
export async function mustHave(station: StationUnderTest, axis: 'pan' | 'tilt'): Promise<void> {
  const info = await station.read('camera.info');
  if (Object.keys(info).some((name) => name.startsWith(`${axis}_`))) return;
  const { status } = await turn(station, 'with_speed', { [`${axis}_speed`]: STOPPED_DPS, duration: 0.1 });
  if (status === 400) throw new NotApplicableFault(`the camera does not turn in ${axis}`);
}

/** Sends a rotation that must be accepted. */
export async function rotated(expect: Expectations, station: StationUnderTest, how: string, json: object) {
  const answer = await turn(station, how, json);
  const text = `${how} ${JSON.stringify(json)} must be 202, got ${answer.status}`;
  expect.needs(answer.status === 202, text, answer.exchange);
  judgeDone(expect, answer, 202);
}

/** Sends a rotation and waits until the tilt is where it must be. */
async function tilts(
  expect: Expectations,
  station: StationUnderTest,
  how: string,
  json: object,
  wanted: number,
): Promise<void> {
  await rotated(expect, station, how, json);
  const { state } = await stateWithin(
    station,
    'camera.state',
    TURN_S,
    ({ tilt_ned: tilt }) => Math.abs(Number(tilt) - wanted) <= TOLERANCE_DEG / 2,
  );
  expect.near(state.tilt_ned, wanted, TOLERANCE_DEG, `tilt_ned after ${how} ${JSON.stringify(json)}`);
}

const level = (station: StationUnderTest) => turn(station, 'to_angle', { tilt_ned: 0 });

/** Tilt: its sign, its ends, and the ways to command it. Pan needs a flight. */
export const CAMERA_CHECKS: readonly ContractCheck[] = [
  check(
    'tilt.to-angle',
    'rotate_to_angle tilts to an angle below the horizon: positive is down.',
    TO_ANGLE,
    async (expect, station) => {
      await tiltOf(station);
      await tilts(expect, station, 'to_angle', { tilt_ned: 30 }, 30);
      await tilts(expect, station, 'to_angle', { tilt_ned: -5 }, -5);
      await level(station);
    },
  ),
  check(
    'tilt.by-angle',
    'rotate_by_angle tilts by an angle from where the camera looks: positive is down.',
    BY_ANGLE,
    async (expect, station) => {
      await tiltOf(station);
      await tilts(expect, station, 'to_angle', { tilt_ned: 20 }, 20);
      await station.sleepS(2);
      const from = await tiltOf(station);
      await tilts(expect, station, 'by_angle', { tilt: 15 }, from + 15);
      await station.sleepS(2);
      const before = await tiltOf(station);
      await tilts(expect, station, 'by_angle', { tilt: -10 }, before - 10);
    },
  ),
  check(
    'tilt.with-speed',
    'rotate_with_speed turns at a speed for a time, positive down, and ends by itself.',
    WITH_SPEED,
    async (expect, station) => {
      await tilts(expect, station, 'to_angle', { tilt_ned: 10 }, 10);
      await station.sleepS(2);
      const from = await tiltOf(station);
      const answer = await turn(station, 'with_speed', { tilt_speed: SPEED_DPS, duration: 2 });
      expect.equal(answer.status, 202, 'status', answer.exchange);
      await station.sleepS(4);
      const to = await tiltOf(station);
      expect.near(to - from, 2 * SPEED_DPS, SPEED_DPS / 15, 'degrees tilted in 2 s at 10 degrees per second');
      await station.sleepS(2);
      expect.near(await tiltOf(station), to, TOLERANCE_DEG, 'tilt_ned two seconds later');
    },
  ),
  check('tilt.stops', 'A speed of 0, or none, stops an axis at once.', CAMERA, async (expect, station) => {
    await tilts(expect, station, 'to_angle', { tilt_ned: 0 }, 0);
    let speed = -STOPPED_DPS;
    const stopped = await quickly(station, STOPPED_AFTER_S / 2, async () => {
      // Repeats the movement if this machine is too slow.
      speed = -speed;
      await turn(station, 'with_speed', { tilt_speed: speed, duration: STOPPED_AFTER_S });
      const answer = await turn(station, 'with_speed', { duration: 0.1 });
      expect.equal(answer.status, 202, 'status', answer.exchange);
      await station.sleepS(1);
      return tiltOf(station);
    });
    if (stopped === undefined) throw new NotApplicableFault('this machine is too slow to stop a rotation in time');
    await station.sleepS(3);
    expect.near(await tiltOf(station), stopped, TOLERANCE_DEG, 'tilt_ned three seconds after the stop');
  }),
  check(
    'tilt.ends-at-its-travel',
    'A tilt that is legal but beyond what the gimbal can reach ends at tilt_max.',
    CAMERA,
    async (expect, station) => {
      const { tilt_max: most } = await station.read('camera.info');
      if (typeof most !== 'number' || most >= 90) throw new NotApplicableFault('the camera can look straight down');
      await tilts(expect, station, 'to_angle', { tilt_ned: 90 }, most);
      await level(station);
    },
  ),
  check('tilt.replaced', 'A new command on an axis replaces the one under way.', CAMERA, async (expect, station) => {
    await turn(station, 'to_angle', { tilt_ned: 60 });
    await tilts(expect, station, 'to_angle', { tilt_ned: 5 }, 5);
    await station.sleepS(2);
    expect.near(await tiltOf(station), 5, TOLERANCE_DEG, 'tilt_ned two seconds later');
    await level(station);
  }),
  check('no-axis', 'A rotation without an axis is 202 and moves nothing.', CAMERA, async (expect, station) => {
    // Not level: from there an angle misread as 0 would cause no movement.
    await tilts(expect, station, 'to_angle', { tilt_ned: 25 }, 25);
    await station.sleepS(4);
    const from = await tiltOf(station);
    for (const how of ['by_angle', 'to_angle']) {
      const answer = await turn(station, how, {});
      expect.equal(answer.status, 202, `status of ${how} {}`, answer.exchange);
    }
    await station.sleepS(2);
    expect.near(await tiltOf(station), from, TOLERANCE_DEG, 'tilt_ned afterwards');
    await level(station);
  }),
  check(
    'speed-limits',
    'A speed that is not 0 and outside the limits of camera/info is 400; one at a limit is 202.',
    published('POST /v1/camera/control/rotate_with_speed, 400'),
    async (expect, station) => {
      const info = await station.read('camera.info');
      const [least, most] = [Number(info.tilt_speed_min), Number(info.tilt_speed_max)];
      for (const speed of [most + 0.01, -most - 0.01, least - 0.01, -least + 0.01]) {
        const answer = await turn(station, 'with_speed', { tilt_speed: speed, duration: 0.1 });
        judgeRefusal(expect, answer, 400, ['SPEED_OUT_OF_RANGE']);
      }
      for (const speed of [most, -most, least, -least]) {
        await rotated(expect, station, 'with_speed', { tilt_speed: speed, duration: 0.1 });
      }
    },
  ),
  checkAny(
    'pan-needs-flying',
    'Pan is 409 unless the Kite flies; the message names the state and those that allow it.',
    published('POST /v1/camera/control/rotate_by_angle, 409'),
    async (expect, station) => {
      const { flight_state: state } = await station.read('flight.state');
      if (state !== 'StandBy') throw new NotApplicableFault(`the Kite is in ${String(state)}`);
      await mustHave(station, 'pan');
      for (const [how, json] of [
        ['by_angle', { pan: 5 }],
        ['to_angle', { pan_ned: 5 }],
        ['with_speed', { pan_speed: 5, duration: 0.1 }],
      ] as const) {
        const answer = await turn(station, how, json);
        judgeRefusal(expect, answer, 409, ['WRONG_FLIGHT_STATE']);
        expect.decided.matches(String(answer.object.message), /StandBy.*Flying/, `message of ${how}`, answer.exchange);
      }
    },
  ),
];
