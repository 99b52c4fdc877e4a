import { answerOf, is, parsedBody, state, withJson } from '../changes.ts';
import type { DefectChange } from '../defect.ts';
import { type DefectTable, read } from './defect-table.ts';

type Notification = { readonly end_time?: string; begin_time: string };

const history =
  (change: (list: Notification[], query: string, value: Record<string, unknown>) => unknown[]) => (): DefectChange => ({
    answer: (answer, request) => {
      const value = parsedBody(answer) as Record<string, unknown> | undefined;
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
export const HISTORY_DEFECTS: DefectTable = {
  'history-lost': read(
    'a history leaves out what ended at from_time itself',
    'notifications.history.from-end',
    history((list, query) => list.filter(({ end_time: end }) => end !== fromTime(query))),
  ),
  'history-doubled': read(
    'a history has an ended notification twice',
    'notifications.history.each-once',
    history((list) => [...list.slice(0, 1), ...list]),
  ),
  'history-order': read(
    'a history has the newest first',
    'notifications.history.order',
    history((list) => list.toReversed()),
  ),
  'history-without-active': read(
    'a history leaves out what is active',
    'notifications.history.has-active-ones',
    history((list) => list.filter(({ end_time: end }) => end !== undefined)),
  ),
  'history-of-everything': read(
    'without from_time a history gives everything',
    'notifications.history.without-time',
    withFromTime((query) => query === '', '1970-01-01T00:00:00Z'),
  ),
  'history-empty-time': read(
    'an empty from_time is answered with a from_time',
    'notifications.history.empty-time',
    history((list, query, value) => {
      if (query.endsWith('from_time=')) value.from_time = value.to_time;
      return list;
    }),
  ),
  'history-again': read(
    'from_time is not looked at',
    'notifications.history.continues',
    withFromTime((query) => query.length > 11, '1970-01-01T00:00:00Z'),
  ),
  'history-any-text': read(
    'a from_time that is no time is taken for none',
    'notifications.history.malformed-time',
    withFromTime((query) => /yesterday|-13-|=1700/.test(query), ''),
  ),
  'history-one-form': read('a from_time with a space is refused', 'notifications.history.forms-of-time', () => ({
    request: (request) =>
      request.query.includes('%20')
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'from_time' }) }
        : request,
  })),
  'history-milliseconds': read(
    'times of notifications have milliseconds',
    'notifications.times-have-microseconds',
    history((list) => list.map((one) => ({ ...one, begin_time: one.begin_time.replace(/(\.\d{3})\d{3}/, '$1') }))),
  ),
  'active-with-end': read(
    'what has ended stays in notifications/state',
    'notifications.state.only-active',
    state('notifications/state', (value) => {
      for (const one of value.notifications as Record<string, unknown>[]) one.end_time = one.begin_time;
    }),
  ),
  'severity-differs': read(
    'a notification has another severity than the dictionary says',
    'notifications.dictionary.explains-everything',
    history((list) => list.map((one) => ({ ...one, severity: 'Fatal' }))),
  ),
};
