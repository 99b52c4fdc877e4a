import {
  BEARER_SUBPROTOCOL_PREFIX,
  ENVELOPE_SUBPROTOCOL,
  PLAIN_SUBPROTOCOL,
} from '@kitestring/station-contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, needed, published } from '../check.ts';
import { parsed } from '../link/answer.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { streamIds } from './params.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';
import { judgeCookie, messageExchange, refusal } from './subscriptions.ts';
import { opened, REFUSED_CHANGES, topicRequest } from './topic-requests.ts';

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
  ...REFUSED_CHANGES,
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
    const answer = await refusal(expect, station, 'flight/state', { as: 'nobody', query: `?access_token=${token}` });
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

const topics = (socket: SocketLink, from: number) =>
  new Set(socket.messages.slice(from).map(({ text }) => (parsed(text) as { topic?: string } | undefined)?.topic));

const TOPICS_BY_COOKIE: readonly ContractCheck[] = [
  check(
    'cookie',
    'The upgrade sets the cookie connection=websocket:<uuid> for the whole host.',
    OPENED,
    async (expect, station) => {
      const { socket } = await opened(expect, station);
      using _ = socket;
      judgeCookie(expect, socket);
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
        judgeDone(expect, answer, 201);
      }
      const came = await station.sees(socket, REPLY_MS, () => topics(socket, 0).has('handoff/state'));
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
      judgeDone(expect, answer, 204);
      // Earlier messages may still be in transit.
      await station.sees(socket, REPLY_MS, socket.ping());
      const from = socket.messages.length;
      const isSent = await socket.until(() => topics(socket, from).has('flight/state'), SILENCE_MS);
      expect.that(!isSent, 'no message of the topic comes afterwards', socket.exchange);
      expect.equal(socket.closeCode, undefined, 'close of the connection', socket.exchange);
    },
  ),
  check(
    'add-object-topic',
    'With the cookie the topic of one stream is added and taken away.',
    published('POST /v1/{category}/{id}/{endpoint}/subscribe, 201'),
    async (expect, station) => {
      const [stream] = await streamIds(station);
      const topic = `videostreams/${needed(stream, 'there is no video stream')}/state`;
      const { session, socket, cookie } = await opened(expect, station);
      using _ = socket;
      const added = await topicRequest(station, session, 'subscribe', topic, cookie);
      judgeDone(expect, added, 201);
      const came = await station.sees(socket, REPLY_MS, () => topics(socket, 0).has(topic));
      expect.that(came, 'the state of the added topic comes', socket.exchange);
      judgeDone(expect, await topicRequest(station, session, 'unsubscribe', topic, cookie), 204);
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
      const answer = await refusal(expect, station, topic, {});
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
      const answer = await refusal(expect, station, 'handoff/state', { as });
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
