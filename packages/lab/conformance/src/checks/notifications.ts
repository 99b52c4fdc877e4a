import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, NotApplicableFault, published } from '../check.ts';
import type { Answer } from '../link/answer.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeRefusal } from './refusals.ts';
import { activeKeys, keyOf, keysOf } from './subscriptions.ts';

const HISTORY = published('GET /v1/notifications/history, 200');
const STATE = published('GET /v1/notifications/state, 200');
const DICTIONARY = published('GET /v1/notifications/dictionary, 200');
const NOTIFICATIONS = decided('Notifications');
const EVERYTHING = '?from_time=1970-01-01T00:00:00Z';
/** End times that split the history. */
const CUTS_MAX = 6;
/** Repetitions of each of the two lists. */
const READ_IN_TURN = 3;

interface Listed {
  readonly code: number;
  readonly severity: string;
  readonly begin_time: string;
  readonly end_time?: string;
}

/** Notifications: active ones, history, and meaning of each. */
export const notificationChecks = (_api: CheckedApi): ContractCheck[] => [...LISTS, ...HISTORIES, ...TIMES];

const check = checksAt('read', 'notifications');

const historyOf = (station: StationUnderTest, query: string) => station.ask('notifications.history', { query });
const listIn = ({ object }: Answer): readonly Listed[] =>
  Array.isArray(object.notifications) ? object.notifications : [];
const ended = (list: readonly Listed[]) => list.filter(({ end_time: end }) => end !== undefined);
const active = (list: readonly Listed[]) => list.filter(({ end_time: end }) => end === undefined);
const micros = (text: string): number => Date.parse(text) * 1000 + Number(/\.\d{3}(\d{3})/.exec(text)?.[1] ?? 0);

const LISTS: readonly ContractCheck[] = [
  check(
    'state.only-active',
    'notifications/state lists what is active, without an end.',
    STATE,
    async (expect, station) => {
      const answer = await station.ask('notifications.state');
      expect.equal(ended(listIn(answer)), [], 'notifications with an end_time', answer.exchange);
      expect.equal(answer.object.from_time, undefined, 'from_time', answer.exchange);
    },
  ),
  check('dictionary.codes-are-unique', 'The dictionary has each code once.', DICTIONARY, async (expect, station) => {
    const answer = await station.ask('notifications.dictionary');
    const codes = dictionary(answer).map(({ code }) => code);
    expect.that(codes.length > 0, 'there are codes', answer.exchange);
    expect.equal(codes.length - new Set(codes).size, 0, 'codes that are there twice', answer.exchange);
  }),
  check(
    'dictionary.explains-everything',
    'Each notification has its code and severity from the dictionary.',
    DICTIONARY,
    async (expect, station) => {
      const known = new Map(
        dictionary(await station.ask('notifications.dictionary')).map((item) => [item.code, item.severity]),
      );
      const answer = await historyOf(station, EVERYTHING);
      for (const { code, severity } of listIn(answer))
        expect.equal(severity, known.get(code), `severity of ${code}`, answer.exchange);
    },
  ),
  check(
    'dictionary.names-its-parameters',
    'Every {name} in a text of the dictionary is one of its parameters.',
    DICTIONARY,
    async (expect, station) => {
      const answer = await station.ask('notifications.dictionary');
      const codes = dictionary(answer).flatMap(({ code, message, parameters = [] }) => {
        const names = parameters.map(({ name }) => name);
        return [...String(message).matchAll(/\{(\w+)\}/g)].some(([, name = '']) => !names.includes(name)) ? code : [];
      });
      expect.equal(codes, [], 'codes with an unnamed parameter', answer.exchange);
    },
  ),
];

interface DictionaryItem {
  readonly code: number;
  readonly severity: string;
  readonly message: string;
  readonly parameters?: readonly { readonly name: string }[];
}

const dictionary = ({ json }: Answer): readonly DictionaryItem[] => (Array.isArray(json) ? json : []);

const HISTORIES: readonly ContractCheck[] = [
  ...['', '?from_time='].map((query) =>
    check(
      query === '' ? 'history.without-time' : 'history.empty-time',
      `history${query} is what is active now; the answer has no from_time.`,
      HISTORY,
      async (expect, station) => {
        const answer = await historyOf(station, query);
        expect.equal(answer.status, 200, 'status', answer.exchange);
        expect.equal(answer.object.from_time, undefined, 'from_time', answer.exchange);
        expect.equal(ended(listIn(answer)), [], 'notifications that have ended', answer.exchange);
      },
    ),
  ),
  check('history.has-active-ones', 'A history has those that are still active.', HISTORY, async (expect, station) => {
    const before = await activeKeys(station);
    const answer = await historyOf(station, EVERYTHING);
    const after = await activeKeys(station);
    const listed = keysOf(active(listIn(answer)));
    const missing = before.filter((key) => after.includes(key) && !listed.includes(key));
    expect.equal(missing, [], 'active ones that are missing', answer.exchange);
  }),
  check(
    'history.ends-are-told',
    'What a history has without an end is still active; none begins or ends in the future.',
    HISTORY,
    async (expect, station) => {
      const before = await activeKeys(station);
      const answer = await historyOf(station, EVERYTHING);
      const after = await activeKeys(station);
      const endless = keysOf(active(listIn(answer))).filter((key) => !before.includes(key) && !after.includes(key));
      expect.equal(endless, [], 'occurrences without an end that are not active', answer.exchange);
      const now = Date.parse(String(answer.object.to_time));
      const later = listIn(answer).filter(({ begin_time: begin, end_time: end = begin }) =>
        [begin, end].some((time) => Date.parse(time) > now),
      );
      expect.equal(later.map(keyOf), [], 'occurrences after to_time', answer.exchange);
    },
  ),
  check(
    'history.grows-with-its-time',
    'A history from an earlier time has all that one from a later time has, and what ended in between.',
    HISTORY,
    async (expect, station) => {
      const all = ended(listIn(await historyOf(station, EVERYTHING)));
      if (all.length === 0) throw new NotApplicableFault('no notification has ended yet');
      for (const [index, { end_time: end = '' }] of all.slice(0, CUTS_MAX).entries()) {
        const justAfter = new Date(Date.parse(end) + 1).toISOString();
        const answer = await historyOf(station, `?from_time=${justAfter}`);
        const wanted = all.slice(index).filter((one) => Date.parse(one.end_time ?? '') > Date.parse(end));
        const got = ended(listIn(answer)).map(keyOf);
        const missing = wanted.map(keyOf).filter((key) => !got.includes(key));
        expect.equal(missing, [], `missing after ${end}`, answer.exchange);
      }
    },
  ),
  check(
    'history.each-once',
    'A history has each occurrence once: code and begin_time identify it.',
    HISTORY,
    async (expect, station) => {
      const answer = await historyOf(station, EVERYTHING);
      const keys = listIn(answer).map(keyOf);
      const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
      expect.equal(twice, [], 'occurrences that are there twice', answer.exchange);
    },
  ),
  check(
    'history.order',
    'A history is ordered by end, active ones last; none ends before it begins.',
    HISTORY,
    async (expect, station) => {
      const answer = await historyOf(station, EVERYTHING);
      const ends = listIn(answer).map(({ end_time: end }) =>
        end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
      );
      const sorted = ends.toSorted((a, b) => a - b);
      expect.equal(ends, sorted, 'order of the ends', answer.exchange);
      const early = ended(listIn(answer)).filter(
        ({ begin_time: begin, end_time: end = '' }) => Date.parse(end) < Date.parse(begin),
      );
      expect.equal(early.map(keyOf), [], 'occurrences that end before they begin', answer.exchange);
    },
  ),
  check(
    'history.from-end',
    'From a time on, a history has those that ended then or later, and no others.',
    HISTORY,
    async (expect, station) => {
      const all = ended(listIn(await historyOf(station, EVERYTHING)));
      if (all.length === 0) throw new NotApplicableFault('no notification has ended yet');
      for (const { end_time: cut = '' } of all.slice(-CUTS_MAX)) {
        const answer = await historyOf(station, `?from_time=${encodeURIComponent(cut)}`);
        const wanted = all.filter(({ end_time: end = '' }) => micros(end) >= micros(cut)).map(keyOf);
        const got = ended(listIn(answer)).map(keyOf);
        const missing = wanted.filter((key) => !got.includes(key));
        expect.equal(missing, [], `missing from ${cut} on`, answer.exchange);
        const early = ended(listIn(answer)).filter(({ end_time: end = '' }) => micros(end) < micros(cut));
        expect.equal(early.map(keyOf), [], `ended before ${cut}`, answer.exchange);
      }
    },
  ),
  check(
    'history.continues',
    'With each to_time as the next from_time nothing that has ended comes again.',
    HISTORY,
    async (expect, station) => {
      const first = await historyOf(station, EVERYTHING);
      const endedAt = String(first.object.to_time);
      const next = await historyOf(station, `?from_time=${encodeURIComponent(endedAt)}`);
      const before = ended(listIn(first)).map(keyOf);
      const again = ended(listIn(next)).filter((one) => before.includes(keyOf(one)));
      expect.equal(again.map(keyOf), [], 'ended ones that come again', next.exchange);
      const [fromMs, toMs] = [next.object.from_time, next.object.to_time].map((time) => Date.parse(String(time)));
      expect.that(Number(toMs) >= Date.parse(endedAt), 'to_time grows', next.exchange);
      expect.equal(fromMs, Date.parse(endedAt), 'from_time, which is what was asked for,', next.exchange);
    },
  ),
  check(
    'history.malformed-time',
    'A from_time that is no time is 400.',
    published('GET /v1/notifications/history, 400'),
    async (expect, station) => {
      for (const text of ['yesterday', '2026-13-01T00:00:00Z', '1700000000']) {
        judgeRefusal(expect, await historyOf(station, `?from_time=${text}`), 400, ['INVALID_REQUEST']);
      }
    },
  ),
];

const TIME_FORMS: readonly (readonly [string, string])[] = [
  ['a space', '2026-01-01%2000:00:00Z'],
  ['a small t', '2026-01-01t00:00:00z'],
  ['an unencoded plus', '2026-01-01T00:00:00+01:00'],
  ['an encoded plus', '2026-01-01T00:00:00%2B01:00'],
  ['microseconds', '2026-01-01T00:00:00.123456Z'],
];

const TIMES: readonly ContractCheck[] = [
  check(
    'history.forms-of-time',
    'from_time is any time after RFC 3339, with T, t or a space.',
    NOTIFICATIONS,
    async (expect, station) => {
      for (const [name, text] of TIME_FORMS) {
        const answer = await historyOf(station, `?from_time=${text}`);
        expect.equal(answer.status, 200, `status for a time with ${name}`, answer.exchange);
      }
    },
  ),
  check(
    'times-are-of-the-moment',
    'to_time is the time of the answer: it never goes back from one answer to the next, of whichever list.',
    NOTIFICATIONS,
    async (expect, station) => {
      let beforeMs = Number.NEGATIVE_INFINITY;
      for (let times = 0; times < READ_IN_TURN; times += 1) {
        for (const id of ['notifications.history', 'notifications.state']) {
          const { exchange, object } = await station.ask(id);
          const nowMs = micros(String(object.to_time)) / 1000;
          if (Number.isNaN(nowMs)) throw new NotApplicableFault(`${id} has no to_time`);
          expect.that(
            nowMs >= beforeMs,
            `to_time of ${id} is ${beforeMs - nowMs} ms before the answer before`,
            exchange,
          );
          beforeMs = nowMs;
        }
      }
    },
  ),
  check(
    'times-have-microseconds',
    'begin_time and end_time have microseconds and an offset.',
    NOTIFICATIONS,
    async (expect, station) => {
      const answer = await historyOf(station, EVERYTHING);
      const times = listIn(answer).flatMap(({ begin_time: begin, end_time: end }) =>
        end === undefined ? [begin] : [begin, end],
      );
      const others = times.filter((time) => !/\.\d{6}[+-]\d\d:\d\d$/.test(time));
      expect.equal(others, [], 'times in another form', answer.exchange);
    },
  ),
];
