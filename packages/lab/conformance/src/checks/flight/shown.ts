import { DEG_PER_RAD } from '@kitestring/base/angles.ts';
import { type ContractCheck, NotApplicableFault, published } from '../../check.ts';
import { parsed } from '../../link/answer.ts';
import type { State } from '../../station/moments.ts';
import { mustHave } from '../camera.ts';
import { FRESH_SENTENCE, FRESH_SOURCE, follows, statusOf } from '../freshness.ts';
import { check, command, flight, HEIGHT_M, HELD_TOLERANCE_M, mustBe } from './steps.ts';

/** Station seconds for which a hovering Kite is observed. */
const LOOKED_S = 6;
const HEADING_TOLERANCE_DEG = 1;
/** Below and above the current altitude, by so much that a hover never reaches it. */
const TARGETS_M = [HEIGHT_M - 1, HEIGHT_M];

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const numbersIn = (states: readonly State[], name: string): number[] =>
  states.map((state) => Number(state[name])).filter((value) => !Number.isNaN(value));

/** The circular mean of directions. */
function meanDirection(degrees: readonly number[]): number {
  const [north, east] = [Math.cos, Math.sin].map((part) => mean(degrees.map((one) => part(one / DEG_PER_RAD))));
  return Math.atan2(east ?? 0, north ?? 0) * DEG_PER_RAD;
}

const apartDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Checks that GET and messages show the same values in flight. */
export const SHOWN_IN_FLIGHT: readonly ContractCheck[] = [
  check(
    'state.same-as-messages',
    'In the air messages show the same altitude, target and heading as GET.',
    published('GET /v1/{category}/{endpoint}/subscribe, 101'),
    async (expect, station) => {
      await mustBe(station, 'Flying');
      using socket = await station.subscribe('flight/state');
      const answers: State[] = [];
      const untilS = (await station.nowS()) + LOOKED_S;
      while ((await station.nowS()) < untilS) {
        answers.push(await flight(station));
        await station.sleepS(0.4);
      }
      await station.sees(socket, 1500, () => socket.messages.length > 1);
      const messages = socket.messages.map(({ text }) => (parsed(text) ?? {}) as State);
      const both = [answers, messages];
      const [get = Number.NaN, message = Number.NaN] = both.map((states) => mean(numbersIn(states, 'altitude')));
      expect.near(Number(message.toFixed(2)), Number(get.toFixed(2)), HELD_TOLERANCE_M, 'mean altitude of messages');
      const targets = both.map((states) => [...new Set(numbersIn(states, 'altitude_target'))]);
      expect.equal(targets[1], targets[0], 'altitude_target of messages');
      const headings = both.map((states) => meanDirection(numbersIn(states, 'kite_heading')));
      const apart = apartDeg(headings[0] ?? 0, headings[1] ?? 0);
      expect.that(
        apart <= HEADING_TOLERANCE_DEG,
        `mean kite_heading of messages is ${apart.toFixed(2)} degrees beside`,
      );
    },
  ),
  check('state.is-fresh', `flight/state ${FRESH_SENTENCE}`, FRESH_SOURCE, async (expect, station) => {
    await mustBe(station, 'Flying');
    const changes = TARGETS_M.map((altitude) => ({
      shows: ({ altitude_target: target }: State) => target === altitude,
      act: () => statusOf(command(station, 'altitude', { altitude })),
    }));
    await follows(expect, station, { operationId: 'flight.state', topic: 'flight/state', changes });
  }),
  check('camera.is-fresh', `camera/state ${FRESH_SENTENCE}`, FRESH_SOURCE, async (expect, station) => {
    await mustBe(station, 'Flying');
    const { pan_ned: pan } = await station.read('camera.state');
    if (typeof pan !== 'number') throw new NotApplicableFault('the camera has no pan_ned');
    await mustHave(station, 'pan');
    const wanted = Math.round(pan + 30 + 360) % 360;
    const change = {
      withinMs: 8000,
      progress: ({ pan_ned: now }: State) => -apartDeg(Number(now), wanted),
      shows: ({ pan_ned: now }: State) => apartDeg(Number(now), wanted) < 2,
      act: () => statusOf(station.ask('camera.control.rotate_to_angle', { json: { pan_ned: wanted } })),
    };
    await follows(expect, station, { operationId: 'camera.state', topic: 'camera/state', changes: [change] });
  }),
];
