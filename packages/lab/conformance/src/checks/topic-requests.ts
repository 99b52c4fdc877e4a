import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import { ENVELOPE_SUBPROTOCOL } from '@kitestring/station-contract/topics.ts';
import { type ContractCheck, checksAt, needed, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { FOREIGN, type Role, type RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { ANY_PARAMS } from './level.ts';
import { streamIds } from './params.ts';
import { judgeRefusal } from './refusals.ts';

/** Sends a topic request with the cookie of a socket. */
export function topicRequest(
  station: StationUnderTest,
  session: RunSession | Role | 'nobody',
  action: string,
  topic: string,
  cookie?: string,
) {
  const path = station.apiPath(`${station.api.prefix}/${topic}/${action}`);
  return station.askPath(path, { method: 'POST', as: session, headers: cookie === undefined ? {} : { cookie } });
}

export async function opened(expect: Expectations, station: StationUnderTest) {
  const session = await station.shared();
  const socket = await station.subscribe('flight/state', { as: session, subprotocols: [ENVELOPE_SUBPROTOCOL] });
  const cookie = socket.cookie('connection');
  expect.needs(cookie !== undefined, 'the upgrade sets the cookie connection', socket.exchange);
  return { session, socket, cookie: cookie ?? '' };
}

const NO_CONNECTION = 'connection=websocket:00000000-0000-4000-8000-000000000000';

/** A wrong request to add or remove a topic, and its refusal. */
interface WrongChange {
  readonly name: string;
  readonly text: string;
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  /** Absent: the session of the WebSocket. */
  readonly as?: (station: StationUnderTest) => Promise<RunSession | Role | 'nobody'>;
  /** `own`: that of an open WebSocket, which is another session's where `as` says so. */
  readonly cookie?: 'own' | 'of-nothing';
  /** Is refused before anything looks for the topic. */
  readonly isOfToken?: true;
  /** A topic in place of one that exists. */
  readonly topic?: (existing: string) => string;
}

const WRONG_CHANGES: readonly WrongChange[] = [
  { name: 'without-cookie', text: 'without the cookie', status: 400, codes: ['INVALID_CONNECTION'] },
  {
    name: 'to-nothing',
    text: 'with a cookie that names no open WebSocket',
    status: 400,
    codes: ['INVALID_CONNECTION'],
    cookie: 'of-nothing',
  },
  {
    name: 'missing-token',
    text: 'without a token',
    status: 401,
    codes: ['MISSING_TOKEN'],
    isOfToken: true,
    cookie: 'of-nothing',
    as: async () => 'nobody',
  },
  {
    name: 'unknown-token',
    text: 'with a token that was never given out',
    status: 401,
    codes: ['INVALID_TOKEN'],
    isOfToken: true,
    cookie: 'of-nothing',
    as: async () => FOREIGN,
  },
  {
    name: 'without-scope-read',
    text: 'with a token without the scope read',
    status: 403,
    codes: ['INSUFFICIENT_SCOPE'],
    isOfToken: true,
    cookie: 'of-nothing',
    as: async () => 'outsider',
  },
  {
    name: 'of-another',
    text: 'for a WebSocket of another session',
    status: 403,
    codes: ['CONNECTION_OF_ANOTHER_SESSION'],
    cookie: 'own',
    as: (station) => station.shared('other'),
  },
  {
    name: 'that-does-not-exist',
    text: 'for a topic that does not exist',
    status: 404,
    codes: ['TOPIC_NOT_FOUND', 'STREAM_NOT_FOUND', 'NOT_FOUND'],
    cookie: 'own',
    topic: (existing) => existing.replace(/[^/]+\/state$/, 'nothing/state'),
  },
];

/** The kinds of topics, each with one that exists where the station has it. */
const KINDS: readonly (readonly [string, string, (station: StationUnderTest) => Promise<string | undefined>])[] = [
  ['topic', '/v1/{category}/{endpoint}', async () => 'flight/state'],
  [
    'object-topic',
    '/v1/{category}/{id}/{endpoint}',
    async (station) => (await streamIds(station)).map((id) => `videostreams/${id}/state`)[0],
  ],
];
/** Where a station has no stream. */
const NO_TOPIC = `videostreams/${ANY_PARAMS.stream_id}/state`;
const ACTIONS = [
  ['add', 'subscribe'],
  ['remove', 'unsubscribe'],
] as const;

const check = checksAt('read', 'subscribe');

/** Refusals of requests that add or remove a topic, of each kind of topic. */
export const REFUSED_CHANGES: readonly ContractCheck[] = KINDS.flatMap(([kind, path, existing]) =>
  ACTIONS.flatMap(([name, action]) =>
    WRONG_CHANGES.map((wrong) =>
      check(
        `${name}-${kind}-${wrong.name}`,
        `A POST of ${path}/${action} ${wrong.text} is ${wrong.status}.`,
        published(`POST .../${action}, ${wrong.status}`),
        async (expect, station) => {
          const known = await existing(station);
          const topic = wrong.isOfToken ? (known ?? NO_TOPIC) : needed(known, 'there is no video stream');
          const own = wrong.cookie === 'own' ? await opened(expect, station) : undefined;
          using _ = own?.socket;
          const as = (await wrong.as?.(station)) ?? own?.session ?? (await station.shared());
          const cookie = wrong.cookie === 'of-nothing' ? NO_CONNECTION : own?.cookie;
          const answer = await topicRequest(station, as, action, wrong.topic?.(topic) ?? topic, cookie);
          judgeRefusal(expect, answer, wrong.status, wrong.codes);
          if (wrong.status === 401)
            expect.decided.matches(answer.header('www-authenticate'), /^Bearer\b/, 'WWW-Authenticate', answer.exchange);
        },
      ),
    ),
  ),
);
