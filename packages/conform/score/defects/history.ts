import { answerOf, is, jsonOf, state, withJson } from '../changes.ts';
import type { Defect, DefectChange } from '../defect.ts';
import { read } from './read-defect.ts';

type Notification = { readonly end_time?: string; begin_time: string };

const history =
  (change: (list: Notification[], query: string, value: Record<string, unknown>) => unknown[]) => (): DefectChange => ({
    answer: (answer, request) => {
      const value = jsonOf(answer) as Record<string, unknown> | undefined;
      if (!is(request, 'GET', 'notifications/history') || answer.status !== 200 || value === undefined) return answer;
      const notifications = change(value.notifications as Notification[], request.query, value);
      return withJson(answer, { ...value, notifications });
    },
  });

const fromTime = (query: string): string => decodeURIComponent(/from_time=([^&]*)/.exec(query)?.[1] ?? '');
const withFromTime = (isMeant: (query: string) => boolean, fromTimeText: string) => (): DefectChange => ({
  request: (request) =>
    is(request, 'GET', 'notifications/history') && isMeant(request.query)
      ? { ...request, query: `?from_time=${fromTimeText}` }
      : request,
});

/** Defects of notifications and their history. */
export const HISTORY_DEFECTS: readonly Defect[] = [
  read(
    'history-lost',
    'a history leaves out what ended at from_time itself',
    'notifications.history.from-end',
    history((list, query) => list.filter(({ end_time: end }) => end !== fromTime(query))),
  ),
  read(
    'history-doubled',
    'a history has an ended notification twice',
    'notifications.history.each-once',
    history((list) => [...list.slice(0, 1), ...list]),
  ),
  read(
    'history-order',
    'a history has the newest first',
    'notifications.history.order',
    history((list) => list.toReversed()),
  ),
  read(
    'history-without-active',
    'a history leaves out what is active',
    'notifications.history.has-active-ones',
    history((list) => list.filter(({ end_time: end }) => end !== undefined)),
  ),
  read(
    'history-of-everything',
    'without from_time a history gives everything',
    'notifications.history.without-time',
    withFromTime((query) => query === '', '1970-01-01T00:00:00Z'),
  ),
  read(
    'history-empty-time',
    'an empty from_time is answered with a from_time',
    'notifications.history.empty-time',
    history((list, query, value) => {
      if (query.endsWith('from_time=')) value.from_time = value.to_time;
      return list;
    }),
  ),
  read(
    'history-again',
    'from_time is not looked at',
    'notifications.history.continues',
    withFromTime((query) => query.length > 11, '1970-01-01T00:00:00Z'),
  ),
  read(
    'history-any-text',
    'a from_time that is no time is taken for none',
    'notifications.history.malformed-time',
    withFromTime((query) => /yesterday|-13-|=1700/.test(query), ''),
  ),
  read('history-one-form', 'a from_time with a space is refused', 'notifications.history.forms-of-time', () => ({
    request: (request) =>
      request.query.includes('%20')
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'from_time' }) }
        : request,
  })),
  read(
    'history-milliseconds',
    'times of notifications have milliseconds',
    'notifications.times-have-microseconds',
    history((list) => list.map((one) => ({ ...one, begin_time: one.begin_time.replace(/(\.\d{3})\d{3}/, '$1') }))),
  ),
  read(
    'active-with-end',
    'what has ended stays in notifications/state',
    'notifications.state.only-active',
    state('notifications/state', (value) => {
      for (const one of value.notifications as Record<string, unknown>[]) one.end_time = one.begin_time;
    }),
  ),
  read(
    'severity-differs',
    'a notification has another severity than the dictionary says',
    'notifications.dictionary.explains-everything',
    history((list) => list.map((one) => ({ ...one, severity: 'Fatal' }))),
  ),
];
