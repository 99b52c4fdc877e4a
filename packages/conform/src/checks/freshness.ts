import { type ContractCheck, decided, type Level, NotApplicable } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { parsed } from '../link/answer.ts';
import type { State } from '../station/moments.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { hasLids } from './lids.ts';
import { streams } from './params.ts';

/** A change that a state must show in GET and on its WebSocket. */
interface Followed {
  readonly operationId: string;
  /** `flight/state`. */
  readonly topic: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Sends the command. @returns the status of the response */
  readonly act: () => Promise<number>;
  /** Whether a state shows it; stays true until another command. */
  readonly shows: (state: State) => boolean;
  /** Real time after the response until the change must be visible; a camera needs time to move. */
  readonly withinMs?: number;
  /** Station seconds after which the state may end by itself. */
  readonly lastsS?: number;
}

/** A state is sent at most ten times a second, which delays a change; response times add the delay of the machine. */
const PACE_MS = 250;

/**
 * Asserts that a state is fresh: after a command GET shows it at once, a message shows it as soon as requests are
 * answered, and no later message or response is older.
 */
export async function follows(expect: Expectations, station: StationUnderTest, followed: Followed): Promise<void> {
  const {
    act,
    lastsS = Number.POSITIVE_INFINITY,
    operationId,
    params = {},
    shows,
    topic,
    withinMs = PACE_MS,
  } = followed;
  using socket = await station.subscribe(topic);
  await station.sees(socket, 1500, () => socket.messages.length > 0);
  const shown = async () => shows(await station.read(operationId, params));
  // Any cache has stored this response.
  if (await shown()) throw new NotApplicable(`${topic} shows already what would be commanded`);
  const from = socket.messages.length;
  const beganS = await station.nowS();
  const status = await act();
  if (status >= 300) throw new NotApplicable(`the command for ${topic} is answered with ${status}`);
  const states = () => socket.messages.slice(from).map(({ text }) => (parsed(text) ?? {}) as State);
  const isAtOnce = withinMs > PACE_MS || (await shown());
  const came = await station.sees(socket, withinMs, () => states().some(shows));
  const isAfterwards = await shown();
  const { length } = socket.messages;
  await station.sees(socket, PACE_MS, () => socket.messages.length > length + 1);
  const seen = states();
  if ((await station.nowS()) - beganS > lastsS) throw new NotApplicable(`this machine is too slow for ${topic}`);
  expect.that(isAtOnce, `${operationId} shows it at once`);
  expect.that(came, `${topic} shows it as soon as answers to requests do`, socket.exchange);
  expect.that(isAfterwards, `${operationId} shows what a message has shown`);
  const back = seen.slice(seen.findIndex(shows) + 1).filter((state) => !shows(state));
  expect.equal(came ? back.length : 0, 0, 'messages that go back behind what was shown', socket.exchange);
}

export const FRESH_SOURCE = decided('Requests and errors');

const fresh = (id: string, level: Level, sentence: string, run: ContractCheck['run']): ContractCheck => ({
  ...{ id: `${id}.is-fresh`, level, sentence, source: FRESH_SOURCE, run },
});

export const FRESH_SENTENCE = 'shows what was commanded by GET at once and over the WebSocket, and never goes back.';
export const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;
const TILT_WITHIN_MS = 8000;
const TILTS = [12, 24];
const LEASE_S = 10;

/** States changed by commands without a flight. */
export const FRESH_CHECKS: readonly ContractCheck[] = [
  fresh('handoff.state', 'control', `handoff/state ${FRESH_SENTENCE}`, async (expect, station) => {
    const as = await station.shared('a', 'read control');
    const isHeld = ({ controlling_client: holder }: State) =>
      (holder as { session_id?: string } | null)?.session_id === as.id;
    const common = { operationId: 'handoff.state', topic: 'handoff/state' };
    const lastsS = LEASE_S - 1;
    const ask = (action: string, session: RunSession, json?: object) =>
      statusOf(station.ask(`handoff.control.${action}`, { as: session, ...(json && { json }) }));
    await ask('release', as);
    await follows(expect, station, {
      ...{ ...common, lastsS, shows: isHeld },
      act: () => ask('request', as, { operator_name: 'conformance' }),
    });
    await ask('request', as, { operator_name: 'conformance' });
    await follows(expect, station, {
      ...{ ...common, lastsS, shows: (state) => !isHeld(state) },
      act: () => ask('release', as),
    });
  }),
  fresh('camera.state', 'control', `camera/state ${FRESH_SENTENCE}`, async (expect, station) => {
    for (const tilt of [...TILTS, 0]) {
      await follows(expect, station, {
        ...{ operationId: 'camera.state', topic: 'camera/state', withinMs: TILT_WITHIN_MS },
        shows: ({ tilt_ned: now }) => Math.abs(Number(now) - tilt) < 2,
        act: () => statusOf(station.ask('camera.control.rotate_to_angle', { json: { tilt_ned: tilt } })),
      });
    }
  }),
  fresh(
    'videostreams.state',
    'control',
    `videostreams/{stream_id}/state ${FRESH_SENTENCE}`,
    async (expect, station) => {
      const stream = (await streams(station)).find(({ zoom_max: most }) => most >= 4);
      if (stream === undefined) throw new NotApplicable('no stream has a zoom');
      const params = { stream_id: stream.stream_id };
      for (const zoom of [3, 1]) {
        await follows(expect, station, {
          ...{ operationId: 'videostreams.state', topic: `videostreams/${stream.stream_id}/state`, params },
          shows: ({ zoom_level: now }) => now === zoom,
          act: () => statusOf(station.ask('videostreams.control.zoom', { params, json: { zoom_level: zoom } })),
        });
      }
    },
  ),
  fresh('recordings.state', 'control', `recordings/state ${FRESH_SENTENCE}`, async (expect, station) => {
    if ((await station.read('recordings.state')).is_recording === true)
      throw new NotApplicable('a recording is running already');
    for (const [action, isRecording] of [
      ['start', true],
      ['stop', false],
    ] as const) {
      await follows(expect, station, {
        ...{ operationId: 'recordings.state', topic: 'recordings/state' },
        shows: ({ is_recording: now }) => now === isRecording,
        act: () => statusOf(station.ask(`recordings.control.${action}`)),
      });
    }
    const { recording_id: id } = await station.read('recordings.state');
    if (typeof id === 'string')
      await station.ask('recordings.delete', { params: { recording_id: decodeURIComponent(id) } });
  }),
  fresh('system.state', 'control', `system/state ${FRESH_SENTENCE}`, async (expect, station) => {
    station.operation('system.control.open_rtb_lids');
    if (!(await hasLids(station))) throw new NotApplicable('the installation has no lids');
    for (const [action, states] of [
      ['open_rtb_lids', ['Opening', 'Opened']],
      ['close_rtb_lids', ['Closing', 'Closed']],
    ] as const) {
      await follows(expect, station, {
        ...{ operationId: 'system.state', topic: 'system/state' },
        shows: ({ rtb_lids_state: now }) => (states as readonly unknown[]).includes(now),
        act: () => statusOf(station.ask(`system.control.${action}`)),
      });
    }
  }),
];
