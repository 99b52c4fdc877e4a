import { answerOf, is, isWithoutToken, letIn, mapped, refusal, rewritten, without, withoutHeader } from '../changes.ts';
import type { DefectChange } from '../defect.ts';
import { type DefectTable, read } from './defect-table.ts';

const QUEUE_MS = 8000;
const LONG = { isLong: true };

const messages = (topic: string, change: (text: string, count: number) => readonly string[]) => (): DefectChange => {
  let count = 0;
  return {
    message: (text, name) => {
      if (name !== topic) return [text];
      count += 1;
      return change(text, count);
    },
  };
};

const upgrade = (path: string, change: DefectChange['answer'] & {}) => (): DefectChange => ({
  answer: (answer, request) => (request.path === path ? change(answer, request) : answer),
});

/** Defects of subscriptions. */
export const SUBSCRIPTION_DEFECTS: DefectTable = {
  'nothing-at-first': read(
    'a subscription sends nothing until something changes',
    'handoff.state.subscribe.first-message',
    messages('handoff/state', () => []),
  ),
  'other-fields': read(
    'messages lack a field that the GET has',
    'flight.state.subscribe.same-as-get',
    messages('flight/state', (text) => [rewritten(text, without('kite_heading'))]),
  ),
  'other-unit': read(
    'messages give battery levels from 0 to 1',
    'system.state.subscribe.same-as-get',
    messages('system/state', (text) => [
      rewritten(
        text,
        mapped('gs_battery_level', (old) => Number(old) / 100),
      ),
    ]),
  ),
  'too-often': read(
    'a subscription sends each message four times',
    'flight.state.subscribe.pace',
    messages('flight/state', (text) => [text, text, text, text]),
  ),
  'subscription-without-scope': read(
    'any token may subscribe to flight/state',
    'flight.state.subscribe.without-scope-read',
    letIn('GET', 'flight/state/subscribe', 'read', (request) => !isWithoutToken(request)),
  ),
  silent: read(
    'a subscription sends what changes only, so that a lost link is not noticed',
    'recordings.state.subscribe.pace',
    () => {
      let begunMs = Number.POSITIVE_INFINITY;
      return {
        message: (text, topic) => {
          if (topic !== 'recordings/state') return [text];
          begunMs = Math.min(begunMs, performance.now());
          return performance.now() - begunMs > 300 ? [] : [text];
        },
      };
    },
  ),
  'upgrade-without-token': read(
    'a subscription needs no token',
    'system.state.subscribe.missing-token',
    letIn('GET', 'system/state/subscribe', 'read', isWithoutToken),
  ),
  'no-426': read(
    'a subscription without an upgrade is 200 with an empty object',
    'flight.state.subscribe.without-upgrade',
    refusal('flight/state/subscribe', 426, () => answerOf(200, {})),
  ),
  'no-cookie': read(
    'the upgrade sets no cookie',
    'subscribe.cookie',
    upgrade('flight/state/subscribe', (answer) => withoutHeader(answer, 'set-cookie')),
  ),
  'cookie-of-a-path': read(
    'the cookie holds for one path only',
    'subscribe.cookie',
    upgrade('flight/state/subscribe', (answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        'set-cookie': [answer.headers['set-cookie'] ?? []].flat().map((one) => one.replace('Path=/', 'Path=/api')),
      },
    })),
  ),
  'topic-not-added': read('an added topic is never sent', 'subscribe.add-topic', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/state/subscribe') && request.headers.cookie !== undefined
        ? { answer: answerOf(201) }
        : request,
  })),
  'topic-not-removed': read('a topic that was taken away is still sent', 'subscribe.remove-topic', () => ({
    request: (request) => (is(request, 'POST', 'flight/state/unsubscribe') ? { answer: answerOf(204) } : request),
  })),
  'any-cookie': read(
    'any session may add topics to a WebSocket',
    'subscribe.add-topic-of-another',
    refusal(/\/subscribe$/, 403, () => answerOf(201)),
  ),
  'unknown-topic-400': read(
    'an unknown topic is 400',
    'subscribe.unknown-topic',
    refusal('flight/status/subscribe', 404, (answer) => ({ ...answer, status: 400 })),
  ),
  deaf: read('pings of a client are not answered', 'subscribe.answers-ping', () => ({ isDeafToPings: true })),
  'never-closed': read('a WebSocket outlives its token', 'subscribe.ends-with-its-token', () => ({ close: 'never' })),
  'closed-without-reason': read(
    'a WebSocket whose token ends is closed with 1000',
    'subscribe.ends-with-its-token',
    () => ({ close: 1000 }),
  ),
  'url-token-subscribes': read('a token in the URL opens a subscription', 'subscribe.url-token-alone', () => ({
    request: (request) => {
      const token = /access_token=([^&]+)/.exec(request.query)?.[1];
      if (!request.path.endsWith('/subscribe') || token === undefined || request.headers.authorization !== undefined)
        return request;
      return { ...request, query: '', headers: { ...request.headers, authorization: `Bearer ${token}` } };
    },
  })),
  'active-not-sent': read(
    'a subscription to notifications sends new ones only',
    'notifications.state.subscribe.active-ones-first',
    messages('notifications/state', () => []),
  ),
  'envelope-without-time': read(
    'enveloped messages have no time',
    'subscribe.envelope',
    messages('flight/state', (text) => {
      // The envelope itself, which `rewritten` leaves as it is.
      const { time: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
      return ['topic' in rest ? JSON.stringify(rest) : text];
    }),
  ),
  'old-states-first': read(
    'states of a client that does not read at once wait in a queue, each for eight seconds',
    'subscribe.slow-reader',
    () => {
      const waiting: { readonly atMs: number; readonly text: string }[] = [];
      return {
        message: (text, topic) => {
          if (topic !== 'system/state' || !text.includes('"topic"')) return [text];
          waiting.push({ atMs: performance.now(), text });
          if (waiting.length === 1) return [text];
          const due = waiting.filter(({ atMs }) => performance.now() - atMs > QUEUE_MS).length;
          return waiting.splice(0, due).map((one) => one.text);
        },
      };
    },
  ),
  'no-pings': read('the station sends no pings', 'subscribe.pings', () => ({ pings: 'none' }), LONG),
  'keeps-the-dead': read(
    'a client that answers no pings is kept for ever',
    'subscribe.missed-pings',
    () => ({ pings: 'forgiven' }),
    LONG,
  ),
};
