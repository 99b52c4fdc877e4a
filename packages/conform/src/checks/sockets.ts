import { BEARER_SUBPROTOCOL_PREFIX, ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from '@kitestring/contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { parsed } from '../link/answer.ts';
import type { SocketLink } from '../link/socket-link.ts';
import { FOREIGN, type RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeRefusal } from './refusals.ts';
import { messageExchange, refusalOf } from './subscriptions.ts';

const SUBSCRIPTIONS = decided('Subscriptions');
const OPENED = published('GET /v1/{category}/{endpoint}/subscribe, 101');
const ADD = published('POST /v1/{category}/{endpoint}/subscribe, 201');
const REPLY_MS = 2000;
/** A topic without messages for this time counts as removed. */
const SILENCE_MS = 700;
const WEBSOCKETS_MAX = 32;

/** WebSockets: authentication, adding and removing topics, and closing. */
export const socketChecks = (_api: CheckedApi): ContractCheck[] => [
  ...TOKENS,
  ...TOPICS_BY_COOKIE,
  ...REFUSED_TOPICS,
  ...LIFE,
];

const check = checksAt('read', 'subscribe');

/** A session exhausted by one check and ended by a later one. */
const doomed = (station: StationUnderTest): Promise<RunSession> => station.shared('doomed');

const hasMessage = (station: StationUnderTest, socket: SocketLink) =>
  station.sees(socket, REPLY_MS, () => socket.messages.length > 0);

const TOKENS: readonly ContractCheck[] = [
  check(
    'bearer-subprotocol',
    'For browsers the token may come as the subprotocol bearer.<token>.',
    SUBSCRIPTIONS,
    async (expect, station) => {
      const { token } = await station.shared();
      const subprotocols = [`${BEARER_SUBPROTOCOL_PREFIX}${token}`, PLAIN_SUBPROTOCOL];
      using socket = await station.subscribe('flight/state', { as: 'nobody', subprotocols });
      expect.equal(socket.subprotocol, PLAIN_SUBPROTOCOL, 'subprotocol', socket.exchange);
      expect.that(await hasMessage(station, socket), 'the state comes at once', socket.exchange);
    },
  ),
  check('url-token-alone', 'A token in the URL alone is refused with 400.', SUBSCRIPTIONS, async (expect, station) => {
    const { token } = await station.shared();
    const answer = await refusalOf(expect, station, 'flight/state', { as: 'nobody', query: `?access_token=${token}` });
    if (answer !== undefined) judgeRefusal(expect, answer, 400, ['TOKEN_IN_URL']);
  }),
  check(
    'url-token-beside-header',
    'Beside a token in the header one in the URL is ignored.',
    SUBSCRIPTIONS,
    async (expect, station) => {
      using socket = await station.subscribe('flight/state', { query: '?access_token=anything' });
      expect.that(await hasMessage(station, socket), 'the state comes at once', socket.exchange);
    },
  ),
  check(
    'envelope',
    'The subprotocol for several topics wraps each message as topic, time, data.',
    SUBSCRIPTIONS,
    async (expect, station) => {
      using socket = await station.subscribe('flight/state', { subprotocols: [ENVELOPE_SUBPROTOCOL] });
      expect.equal(socket.subprotocol, ENVELOPE_SUBPROTOCOL, 'subprotocol', socket.exchange);
      expect.needs(await hasMessage(station, socket), 'the state comes at once', socket.exchange);
      const text = socket.messages[0]?.text ?? '';
      const { topic, time, data } = (parsed(text) ?? {}) as Record<string, unknown>;
      const exchange = messageExchange(socket, text);
      expect.equal(topic, 'flight/state', 'topic', exchange);
      expect.that(!Number.isNaN(Date.parse(String(time))), 'time is a time', exchange);
      expect.that(typeof (data as Record<string, unknown>)?.flight_state === 'string', 'data is the state', exchange);
    },
  ),
];

/** Sends a topic request with the cookie of a socket. */
function topicRequest(
  station: StationUnderTest,
  session: RunSession | 'nobody',
  action: string,
  topic: string,
  cookie?: string,
) {
  const path = station.apiPath(`${station.api.prefix}/${topic}/${action}`);
  return station.askPath(path, { method: 'POST', as: session, headers: cookie === undefined ? {} : { cookie } });
}

async function opened(expect: Expectations, station: StationUnderTest) {
  const session = await station.shared();
  const socket = await station.subscribe('flight/state', { as: session, subprotocols: [ENVELOPE_SUBPROTOCOL] });
  const cookie = socket.cookie('connection');
  expect.needs(cookie !== undefined, 'the upgrade sets the cookie connection', socket.exchange);
  return { session, socket, cookie: cookie ?? '' };
}

const topicsOf = (socket: SocketLink, from: number) =>
  new Set(socket.messages.slice(from).map(({ text }) => (parsed(text) as { topic?: string } | undefined)?.topic));

const NO_CONNECTION = 'connection=websocket:00000000-0000-4000-8000-000000000000';

const TOPICS_BY_COOKIE: readonly ContractCheck[] = [
  check(
    'cookie',
    'The upgrade sets the cookie connection=websocket:<uuid> for the whole host.',
    OPENED,
    async (expect, station) => {
      const { socket, cookie } = await opened(expect, station);
      using _ = socket;
      expect.matches(
        cookie,
        /^connection=websocket:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
        'cookie',
        socket.exchange,
      );
      const line = (socket.exchange.answer?.headers ?? []).find(([name]) => name.toLowerCase() === 'set-cookie')?.[1];
      expect.matches(line, /;\s*Path=\/(;|$)/i, 'path of the cookie', socket.exchange);
    },
  ),
  check(
    'add-topic',
    'With the cookie a topic is added: 201, and its state comes at once; once more changes nothing.',
    ADD,
    async (expect, station) => {
      const { session, socket, cookie } = await opened(expect, station);
      using _ = socket;
      for (let times = 0; times < 2; times += 1) {
        const answer = await topicRequest(station, session, 'subscribe', 'handoff/state', cookie);
        expect.equal(answer.status, 201, 'status', answer.exchange);
      }
      const came = await station.sees(socket, REPLY_MS, () => topicsOf(socket, 0).has('handoff/state'));
      expect.that(came, 'the state of the added topic comes', socket.exchange);
    },
  ),
  check(
    'remove-topic',
    'With the cookie a topic is taken away: 204, and it is silent; the connection stays.',
    SUBSCRIPTIONS,
    async (expect, station) => {
      const { session, socket, cookie } = await opened(expect, station);
      using _ = socket;
      await topicRequest(station, session, 'subscribe', 'camera/state', cookie);
      const answer = await topicRequest(station, session, 'unsubscribe', 'flight/state', cookie);
      expect.equal(answer.status, 204, 'status', answer.exchange);
      // Earlier messages may still be in transit.
      await station.sees(socket, REPLY_MS, socket.ping());
      const from = socket.messages.length;
      const isSent = await socket.until(() => topicsOf(socket, from).has('flight/state'), SILENCE_MS);
      expect.that(!isSent, 'no message of the topic comes afterwards', socket.exchange);
      expect.equal(socket.closeCode, undefined, 'close of the connection', socket.exchange);
    },
  ),
  ...(
    [
      ['add', 'subscribe'],
      ['remove', 'unsubscribe'],
    ] as const
  ).flatMap(([name, action]) => [
    ...(
      [
        ['without-cookie', `A POST of ${action} without the cookie is 400.`, undefined],
        ['to-nothing', `A POST of ${action} with a cookie that names no open WebSocket is 400.`, NO_CONNECTION],
      ] as const
    ).map(([id, sentence, cookie]) =>
      check(`${name}-topic-${id}`, sentence, published(`POST .../${action}, 400`), async (expect, station) => {
        const answer = await topicRequest(station, await station.shared(), action, 'flight/state', cookie);
        judgeRefusal(expect, answer, 400, ['INVALID_CONNECTION']);
      }),
    ),
    ...(
      [
        ['missing-token', 'without a token', 'nobody', 'MISSING_TOKEN'],
        ['unknown-token', 'with a token that was never given out', FOREIGN, 'INVALID_TOKEN'],
      ] as const
    ).map(([id, text, as, code]) =>
      check(
        `${name}-topic-${id}`,
        `A POST of ${action} ${text} is 401.`,
        published(`POST .../${action}, 401`),
        async (expect, station) => {
          judgeRefusal(expect, await topicRequest(station, as, action, 'flight/state', NO_CONNECTION), 401, [code]);
        },
      ),
    ),
  ]),
  check(
    'add-topic-of-another',
    'A WebSocket of another session is 403.',
    published('POST .../subscribe, 403'),
    async (expect, station) => {
      const { socket, cookie } = await opened(expect, station);
      using _ = socket;
      const answer = await topicRequest(station, await station.shared('other'), 'subscribe', 'handoff/state', cookie);
      judgeRefusal(expect, answer, 403, ['CONNECTION_OF_ANOTHER_SESSION']);
    },
  ),
];

const REFUSED_TOPICS: readonly ContractCheck[] = [
  ...(
    [
      ['unknown-topic', 'A topic that does not exist', 404, 'flight/status', ['TOPIC_NOT_FOUND', 'NOT_FOUND']],
      ['without-subscription', 'A resource without a subscription', 405, 'flight/info', ['NOT_SUBSCRIBABLE']],
    ] as const
  ).map(([id, what, status, topic, codes]) =>
    check(id, `${what} is ${status}.`, published(`GET .../subscribe, ${status}`), async (expect, station) => {
      const answer = await refusalOf(expect, station, topic, {});
      if (answer !== undefined) judgeRefusal(expect, answer, status, codes);
    }),
  ),
  check(
    'too-many',
    `A session has at most ${WEBSOCKETS_MAX} WebSockets; one more is 429.`,
    SUBSCRIPTIONS,
    async (expect, station) => {
      const as = await doomed(station);
      const sockets = await Promise.all(
        Array.from({ length: WEBSOCKETS_MAX }, () => station.subscribe('handoff/state', { as })),
      );
      const answer = await refusalOf(expect, station, 'handoff/state', { as });
      for (const socket of sockets) socket[Symbol.dispose]();
      if (answer !== undefined) judgeRefusal(expect, answer, 429, ['TOO_MANY_CONNECTIONS']);
    },
  ),
];

const LIFE: readonly ContractCheck[] = [
  check('answers-ping', 'A ping of the client is answered.', SUBSCRIPTIONS, async (expect, station) => {
    using socket = await station.subscribe('flight/state');
    expect.that(await station.sees(socket, REPLY_MS, socket.ping()), `a pong within ${REPLY_MS} ms`, socket.exchange);
  }),
  check(
    'ends-with-its-token',
    'When its token is invalidated a WebSocket is closed with 1008 within a second.',
    SUBSCRIPTIONS,
    async (expect, station) => {
      const session = await doomed(station);
      using socket = await station.subscribe('flight/state', { as: session });
      await station.ask('auth.token.invalidate', { as: session });
      station.sessions.forget(session);
      const isClosed = await station.sees(socket, REPLY_MS, () => socket.closeCode !== undefined);
      expect.needs(isClosed, `it is closed within ${REPLY_MS} ms`, socket.exchange);
      expect.equal(socket.closeCode, 1008, 'code of the close', socket.exchange);
    },
  ),
];
