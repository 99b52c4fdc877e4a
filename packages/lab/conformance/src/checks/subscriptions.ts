import type { TopicDefinition } from '@kitestring/station-contract/topics.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, NotApplicableFault, needed, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { parsed } from '../link/answer.ts';
import type { HttpExchange } from '../link/exchange.ts';
import { type SocketLink, UpgradeRefusedFault } from '../link/socket-link.ts';
import { answerFields } from '../schema/fields.ts';
import { judgeField, judgeType } from '../schema/judge-field.ts';
import { FOREIGN } from '../station/sessions.ts';
import type { StationUnderTest, SubscribeOptions } from '../station/station-under-test.ts';
import { differences } from './differences.ts';
import { streamIds } from './params.ts';
import { judgeRefusal } from './refusals.ts';
import { answerTo } from './replies.ts';

const OPEN = published('GET /v1/{category}/{endpoint}/subscribe, 101');
const SUBSCRIPTIONS = decided('Subscriptions');
/** Deadline of the first message. */
const AT_ONCE_MS = 1500;

/** Each topic: authorisation, first message, and its equality with GET. */
export const topicChecks = (api: CheckedApi): ContractCheck[] => api.topics.flatMap(checksOfTopic);

/** The topic with its parameters. @throws NotApplicableFault */
export async function nameOf({ name }: TopicDefinition, station: StationUnderTest): Promise<string> {
  if (!name.includes('{')) return name;
  return name.replace('{stream_id}', needed((await streamIds(station))[0], 'there is no video stream'));
}

function checksOfTopic(topic: TopicDefinition): ContractCheck[] {
  const { operationId, kind, name } = topic;
  const check = (part: string, sentence: string, source: ContractCheck['source'], run: TopicRun): ContractCheck => ({
    id: `${operationId}.subscribe.${part}`,
    sentence: `${name}: ${sentence}`,
    source,
    level: 'read',
    run: async (expect, station) => run(expect, station, await nameOf(topic, station)),
  });
  /** Without a GET response there are no messages either. */
  const ifAnswered =
    (run: TopicRun): TopicRun =>
    async (expect, station, topicName) => {
      await answerTo(station.operation(operationId), station);
      return run(expect, station, topicName);
    };
  const state = [
    check('first-message', 'the current state comes at once.', OPEN, ifAnswered(firstMessage(topic))),
    check('same-as-get', 'messages are the same JSON as the answer to the GET.', OPEN, ifAnswered(sameAsGet(topic))),
  ];
  return [
    check(
      'missing-token',
      'without a token the upgrade is 401.',
      published('GET .../subscribe, 401'),
      refused('nobody', ['MISSING_TOKEN']),
    ),
    check(
      'unknown-token',
      'with a token that was never given out the upgrade is 401.',
      published('GET .../subscribe, 401'),
      refused(FOREIGN, ['INVALID_TOKEN']),
    ),
    check(
      'without-scope-read',
      'needs the scope read, as the GET does; with a token without it the upgrade is 403.',
      SUBSCRIPTIONS,
      refused('outsider', ['INSUFFICIENT_SCOPE'], 403),
    ),
    check('cookie', 'the upgrade sets the cookie connection=websocket:<uuid> for the whole host.', OPEN, cookie),
    check('without-upgrade', 'a GET that does not ask for a WebSocket is 426.', SUBSCRIPTIONS, withoutUpgrade),
    ...(kind === 'state'
      ? state
      : [check('active-ones-first', 'one message per active notification comes at once.', OPEN, activeFirst)]),
  ];
}

type TopicRun = (expect: Expectations, station: StationUnderTest, name: string) => Promise<void>;

const refused =
  (
    as: SubscribeOptions['as'],
    codes: readonly ('MISSING_TOKEN' | 'INVALID_TOKEN' | 'INSUFFICIENT_SCOPE')[],
    status = 401,
  ): TopicRun =>
  async (expect, station, name) => {
    const answer = await refusal(expect, station, name, as === undefined ? {} : { as });
    if (answer === undefined) return;
    judgeRefusal(expect, answer, status, codes);
    expect.decided.matches(answer.header('www-authenticate'), /^Bearer\b/, 'WWW-Authenticate', answer.exchange);
  };

/** The refusal; records a failure if the upgrade succeeded. */
export async function refusal(
  expect: Expectations,
  station: StationUnderTest,
  name: string,
  options: SubscribeOptions,
) {
  try {
    using socket = await station.subscribe(name, options);
    expect.that(false, 'the upgrade must be refused, got 101', socket.exchange);
    return undefined;
  } catch (error) {
    if (error instanceof UpgradeRefusedFault) return error.answer;
    throw error;
  }
}

const withoutUpgrade: TopicRun = async (expect, station, name) => {
  const answer = await station.askPath(station.apiPath(`${station.api.prefix}/${name}/subscribe`));
  judgeRefusal(expect, answer, 426, ['UPGRADE_REQUIRED']);
  expect.matches(answer.header('upgrade'), /websocket/i, 'Upgrade', answer.exchange);
};

const cookie: TopicRun = async (expect, station, name) => {
  using socket = await station.subscribe(name);
  judgeCookie(expect, socket);
};

/** Asserts the cookie by which topics are added. */
export function judgeCookie(expect: Expectations, { exchange }: SocketLink): void {
  const lines = (exchange.answer?.headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
  const line = lines.map(([, value]) => value).find((value) => value.startsWith('connection='));
  const uuid = /^connection=websocket:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(;|$)/i;
  expect.matches(line, uuid, 'cookie', exchange);
  expect.matches(line, /;\s*Path=\/(;|$)/i, 'path of the cookie', exchange);
}

const firstMessage =
  ({ message }: TopicDefinition): TopicRun =>
  async (expect, station, name) => {
    using socket = await station.subscribe(name);
    const isThere = await station.sees(socket, AT_ONCE_MS, () => socket.messages.length > 0);
    expect.needs(isThere, `a message within ${AT_ONCE_MS} ms`, socket.exchange);
    const { text = '', isBinary = false } = socket.messages[0] ?? {};
    const exchange = messageExchange(socket, text);
    expect.that(!isBinary, 'the message is a text, not binary', exchange);
    const value = parsed(text);
    judgeType(expect, message, value, exchange);
    for (const field of answerFields(message)) judgeField(expect, field, value, exchange);
  };

const TRIES = 4;

/** Values change between the two, so only a repeated difference counts. */
const sameAsGet =
  ({ operationId }: TopicDefinition): TopicRun =>
  async (expect, station, name) => {
    const stream = /^videostreams\/(.+)\/state$/.exec(name)?.[1];
    let found: readonly string[] = [];
    let exchange: HttpExchange | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      using socket = await station.subscribe(name);
      await station.sees(socket, AT_ONCE_MS, () => socket.messages.length > 0);
      const answer = await station.ask(operationId, stream === undefined ? {} : { params: { stream_id: stream } });
      if (answer.status !== 200) throw new NotApplicableFault(`${operationId} is answered with ${answer.status}`);
      const text = socket.messages.at(-1)?.text ?? '';
      exchange = messageExchange(socket, text);
      found = differences(answer.json, parsed(text));
      if (found.length === 0) break;
    }
    expect.equal(found, [], 'differences between message and GET', exchange);
  };

const activeFirst: TopicRun = async (expect, station, name) => {
  const active = await activeKeys(station);
  using socket = await station.subscribe(name);
  const missing = () => {
    const sent = socket.messages.map(({ text }) => keyOf(parsed(text)));
    return active.filter((key) => !sent.includes(key));
  };
  await station.sees(socket, AT_ONCE_MS, () => missing().length === 0);
  // A notification may have ended before the subscription began.
  const lasting = await activeKeys(station);
  const late = missing().filter((key) => lasting.includes(key));
  expect.equal(late, [], 'active notifications without a message', socket.exchange);
  const odd = socket.messages.filter(({ isBinary }) => isBinary);
  expect.equal(odd.length, 0, 'messages that are not texts', socket.exchange);
  const texts = socket.messages.map(({ text }) => text);
  expect.equal(new Set(texts).size, texts.length, 'messages for different notifications', socket.exchange);
};

/** The active notifications. */
export const activeKeys = async (station: StationUnderTest): Promise<readonly string[]> =>
  keysOf((await station.ask('notifications.state')).object.notifications);
export const keysOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(keyOf) : []);
export const keyOf = (notification: unknown): string => {
  const { code, begin_time: begin } = (notification ?? {}) as Record<string, unknown>;
  return `${code} ${begin}`;
};

/** The upgrade exchange with a received message as its body. */
export function messageExchange({ exchange }: SocketLink, text: string): HttpExchange {
  const { answer, request } = exchange;
  return answer === undefined ? exchange : { request, answer: { ...answer, body: text } };
}
