import { type ContractCheck, decided, type Level, NotApplicableFault } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { parsed } from '../link/answer.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { State } from '../station/moments.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { mustHave } from './camera.ts';
import { differences } from './differences.ts';
import { hasLids } from './lids.ts';
import { streams } from './params.ts';

/** A state that is followed from one change to the next, on one WebSocket. */
interface FollowedState {
  readonly operationId: string;
  /** `flight/state`. */
  readonly topic: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/** A change that a state must show in GET and on its WebSocket. */
interface Change {
  /** Makes the state that is changed, where it may end by itself. */
  readonly before?: () => Promise<unknown>;
  /** Sends the command. @returns the status of the response */
  readonly act: () => Promise<number>;
  /** Whether a state shows it; stays true until another command. */
  readonly shows: (state: State) => boolean;
  /** Real time after the response until the change must be visible; a camera needs time to move. */
  readonly withinMs?: number;
  /** Station seconds after which the state may end by itself. */
  readonly lastsS?: number;
  /** A value that grows on the way there: no answer may be behind a message that came before the request. */
  readonly progress?: (state: State) => number;
  /** Only whether a message shows it. */
  readonly isBrief?: boolean;
}

/** A state is sent at most ten times a second, which delays a change; response times add the delay of the machine. */
const PACE_MS = 250;

/**
 * Asserts that a state is fresh: after each command GET shows it at once, a message shows it as soon as requests are
 * answered, no later message or response is older, and both agree in every field.
 */
export async function follows(expect: Expectations, station: StationUnderTest, followed: FollowedState): Promise<void> {
  using socket = await station.subscribe(followed.topic);
  await station.sees(socket, 1500, () => socket.messages.length > 0);
  for (const change of followed.changes) await followsOne(expect, station, followed, change, socket);
}

async function followsOne(
  expect: Expectations,
  station: StationUnderTest,
  { operationId, params = {}, topic }: FollowedState,
  { act, before, isBrief = false, lastsS = Number.POSITIVE_INFINITY, progress, shows, withinMs = PACE_MS }: Change,
  socket: SocketLink,
): Promise<void> {
  const shown = async () => shows(await station.read(operationId, params));
  await before?.();
  // Any cache has stored this response.
  if (await shown()) throw new NotApplicableFault(`${topic} shows already what would be commanded`);
  const from = socket.messages.length;
  const beganS = await station.nowS();
  const status = await act();
  if (status >= 300) throw new NotApplicableFault(`the command for ${topic} is answered with ${status}`);
  const states = () => socket.messages.slice(from).map(({ text }) => (parsed(text) ?? {}) as State);
  const isAtOnce = isBrief || withinMs > PACE_MS || (await shown());
  const isThere = () => states().some(shows);
  const behind: number[] = [];
  const endMs = performance.now() + withinMs;
  while (progress !== undefined && !isThere() && performance.now() < endMs) {
    const shownLast = progress(states().at(-1) ?? {});
    const by = shownLast - progress(await station.read(operationId, params));
    if (by > BEHIND_MAX) behind.push(by);
    await station.sees(socket, PACE_MS, isThere);
  }
  const came = await station.sees(socket, Math.max(endMs - performance.now(), 0), isThere);
  if (isBrief) {
    const isInTime = (await station.nowS()) - beganS <= lastsS;
    if (isInTime) expect.that(came, `${topic} still shows a change`, socket.exchange);
    return;
  }
  const isAfterwards = await shown();
  const { length } = socket.messages;
  await station.sees(socket, PACE_MS, () => socket.messages.length > length + 1);
  const seen = states();
  const apart = await apartFrom(station, socket, async () => (await station.ask(operationId, { params })).json);
  expect.equal(apart, [], `differences between a message of ${topic} and the GET`, socket.exchange);
  if ((await station.nowS()) - beganS > lastsS) throw new NotApplicableFault(`this machine is too slow for ${topic}`);
  expect.that(isAtOnce, `${operationId} shows it at once`);
  expect.that(came, `${topic} shows it as soon as answers to requests do`, socket.exchange);
  expect.equal(behind, [], `${operationId} is behind a message by`, socket.exchange);
  expect.that(isAfterwards, `${operationId} shows what a message has shown`);
  const back = seen.slice(seen.findIndex(shows) + 1).filter((state) => !shows(state));
  expect.equal(came ? back.length : 0, 0, 'messages that go back behind what was shown', socket.exchange);
}

const COMPARED_TRIES = 4;
/** Degrees: wind moves a camera also backwards. */
const BEHIND_MAX = 1;

/** Differences between the last message and the GET. Values change between the two, so only a lasting difference counts. */
async function apartFrom(
  station: StationUnderTest,
  socket: SocketLink,
  read: () => Promise<unknown>,
): Promise<readonly string[]> {
  let apart: readonly string[] = [];
  for (let tries = 0; tries < COMPARED_TRIES; tries += 1) {
    const state = await read();
    apart = differences(state, parsed(socket.messages.at(-1)?.text ?? ''));
    if (apart.length === 0) return [];
    const { length } = socket.messages;
    await station.sees(socket, PACE_MS, () => socket.messages.length > length);
  }
  return apart;
}

export const FRESH_SOURCE = decided('Requests and errors');

const fresh = (id: string, level: Level, sentence: string, run: ContractCheck['run']): ContractCheck => ({
  id: `${id}.is-fresh`,
  level,
  sentence,
  source: FRESH_SOURCE,
  run,
});

export const FRESH_SENTENCE = 'shows what was commanded by GET at once and over the WebSocket, and never goes back.';
export const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;
const TILT_WITHIN_MS = 8000;
const TILTS = [12, 24] as const;
/** A check before this one may have left the camera close to a tilt: then another one comes first. */
const NEAR_DEG = 6;
const LEASE_S = 10;

/** States changed by commands without a flight. */
/** So many changes of control make more messages than a station may send before it falls silent. */
const HANDED_OVER = 5;
const ZOOMS = [3, 1];

export const FRESH_CHECKS: readonly ContractCheck[] = [
  fresh('handoff.state', 'control', `handoff/state ${FRESH_SENTENCE}`, async (expect, station) => {
    const as = await station.shared('a', 'read control');
    const isHeld = ({ controlling_client: holder }: State) =>
      (holder as { session_id?: string } | null)?.session_id === as.id;
    const ask = (action: string, json?: object) =>
      statusOf(station.ask(`handoff.control.${action}`, { as, ...(json && { json }) }));
    const hold = () => ask('request', { operator_name: 'conformance' });
    const lastsS = LEASE_S - 1;
    const turns: readonly Change[] = [
      { lastsS, shows: isHeld, before: () => ask('release'), act: hold },
      { lastsS, shows: (state) => !isHeld(state), before: hold, act: () => ask('release') },
    ];
    const brief = turns.map((turn) => ({ ...turn, isBrief: true }));
    const changes = [...turns, ...Array.from({ length: HANDED_OVER }, () => brief).flat()];
    await follows(expect, station, { operationId: 'handoff.state', topic: 'handoff/state', changes });
  }),
  fresh('camera.state', 'control', `camera/state ${FRESH_SENTENCE}`, async (expect, station) => {
    await mustHave(station, 'tilt');
    const { tilt_ned: begin } = await station.read('camera.state');
    const isNear = Math.abs(Number(begin) - TILTS[0]) < NEAR_DEG;
    const changes = [...(isNear ? TILTS.toReversed() : TILTS), 0].map((tilt) => ({
      withinMs: TILT_WITHIN_MS,
      progress: ({ tilt_ned: now }: State) => -Math.abs(Number(now) - tilt),
      shows: ({ tilt_ned: now }: State) => Math.abs(Number(now) - tilt) < 2,
      act: () => statusOf(station.ask('camera.control.rotate_to_angle', { json: { tilt_ned: tilt } })),
    }));
    await follows(expect, station, { operationId: 'camera.state', topic: 'camera/state', changes });
  }),
  fresh(
    'videostreams.state',
    'control',
    `videostreams/{stream_id}/state ${FRESH_SENTENCE}`,
    async (expect, station) => {
      const stream = (await streams(station)).find(({ zoom_max: most }) => most >= 4);
      if (stream === undefined) throw new NotApplicableFault('no stream has a zoom');
      const params = { stream_id: stream.stream_id };
      const changes = ZOOMS.map((zoom) => ({
        shows: ({ zoom_level: now }: State) => now === zoom,
        act: () => statusOf(station.ask('videostreams.control.zoom', { params, json: { zoom_level: zoom } })),
      }));
      const topic = `videostreams/${stream.stream_id}/state`;
      await follows(expect, station, { operationId: 'videostreams.state', topic, params, changes });
    },
  ),
  fresh('recordings.state', 'control', `recordings/state ${FRESH_SENTENCE}`, async (expect, station) => {
    if ((await station.read('recordings.state')).is_recording === true)
      throw new NotApplicableFault('a recording is running already');
    const changes = (
      [
        ['start', true],
        ['stop', false],
      ] as const
    ).map(([action, isRecording]) => ({
      shows: ({ is_recording: now }: State) => now === isRecording,
      act: () => statusOf(station.ask(`recordings.control.${action}`)),
    }));
    await follows(expect, station, { operationId: 'recordings.state', topic: 'recordings/state', changes });
    const { recording_id: id } = await station.read('recordings.state');
    if (typeof id === 'string')
      await station.ask('recordings.delete', { params: { recording_id: decodeURIComponent(id) } });
  }),
  fresh('system.state', 'control', `system/state ${FRESH_SENTENCE}`, async (expect, station) => {
    station.operation('system.control.open_rtb_lids');
    if (!(await hasLids(station))) throw new NotApplicableFault('the installation has no lids');
    const changes = (
      [
        ['open_rtb_lids', ['Opening', 'Opened']],
        ['close_rtb_lids', ['Closing', 'Closed']],
      ] as const
    ).map(([action, states]) => ({
      shows: ({ rtb_lids_state: now }: State) => (states as readonly unknown[]).includes(now),
      act: () => statusOf(station.ask(`system.control.${action}`)),
    }));
    await follows(expect, station, { operationId: 'system.state', topic: 'system/state', changes });
  }),
];
