import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerOf, everywhere, is, parsedBody, set, state, withJson } from '../score/changes.ts';
import type { DefectChange, PassingAnswer } from '../score/defect.ts';
import { judgeDefect, type SeededStation } from '../score/judge-defect.ts';
import { seededStation } from '../score/seeded-station.ts';
import type { Level } from '../src/check.ts';
import { conform } from '../src/conform.ts';
import { checkedStation, TEST_KEY } from './support/checked-station.ts';

/** Correct behaviour of other stations that differs from ours. */
interface Difference {
  readonly what: string;
  /** Substrings of the ids of related checks. */
  readonly only: readonly string[];
  readonly make: () => DefectChange;
  /** `read` when absent. */
  readonly level?: Level;
  /** Whether these checks then do not apply. */
  readonly isSkipped?: boolean;
  readonly key?: string;
}

const inZone = (offset: string, month: string) => (): DefectChange => ({
  answer: (answer, request) => {
    const change = state('system/info', set({ timezone: 'Europe/Berlin', timezone_offset: offset }))();
    const dated = state('notifications/state', set({ to_time: `2026-${month}-01T12:00:00.000000+00:00` }))();
    return dated.answer?.(change.answer?.(answer, request) ?? answer, request) ?? answer;
  },
});

/** The same time with another UTC offset. */
function shifted(text: string, hours: number): string {
  const [, micros = '000'] = /\.\d{3}(\d{3})/.exec(text) ?? [];
  const local = new Date(Date.parse(text) + hours * 3_600_000).toISOString().slice(0, 23);
  return `${local}${micros}+0${hours}:00`;
}

type Ended = Record<'end_time', string | undefined>;

/** Notifications that ended before and after the change of the clocks. */
const overTheChange = (): DefectChange =>
  state('notifications/history', ({ notifications }) => {
    for (const [index, one] of (notifications as Ended[]).entries()) {
      if (one.end_time !== undefined) one.end_time = shifted(one.end_time, index % 2 === 0 ? 2 : 1);
    }
  })();

/** So many tokens are granted, and no more. */
const fewTokens = (most: number) => (): DefectChange => {
  let granted = 0;
  return {
    request: (request) => {
      if (!is(request, 'POST', 'auth/token/request')) return request;
      granted += 1;
      return granted > most ? { answer: answerOf(403, { code: 'TOO_MANY_SESSIONS', message: 'no more' }) } : request;
    },
  };
};

const gone = (answer: PassingAnswer): PassingAnswer =>
  answer.status < 300 ? answerOf(404, { code: 'CAMERA_NOT_FOUND', message: 'no camera has been detected' }) : answer;

/** It hangs level, and says so. */
const withoutTilt = (): DefectChange => ({
  ...state('camera/info', (info) => {
    for (const name of Object.keys(info)) if (name.startsWith('tilt_')) delete info[name];
  })(),
  request: (request) => {
    const body = (request.path.startsWith('camera/control/') && parsedBody(request)) as
      | Record<string, unknown>
      | undefined;
    const isTilt = Object.entries(body ?? {}).some(
      ([name, value]) => name.startsWith('tilt') && typeof value === 'number' && value !== 0,
    );
    const message = 'the camera of this aircraft does not turn in tilt';
    return isTilt ? { answer: answerOf(400, { code: 'NOT_FITTED', message }) } : request;
  },
});

const NOTIFIED = 'notifications.state.subscribe.active-ones-first';
const DIFFERENCES: readonly Difference[] = [
  {
    what: 'has no camera yet',
    only: [
      'camera.info.is',
      'camera.info.head',
      'camera.info.unknown-q',
      'camera.info.field',
      'camera.state.subscribe.f',
    ],
    make: () => ({ answer: (answer, { path }) => (path.startsWith('camera/') ? gone(answer) : answer) }),
    isSkipped: true,
  },
  {
    what: 'has a camera that does not tilt',
    only: ['camera.tilt.', 'camera.no-axis', 'camera.speed-limits', 'rotate_by_angle.takes', 'rotate_to_angle.takes'],
    level: 'control',
    make: withoutTilt,
    isSkipped: true,
  },
  { what: 'is in summer', only: ['units.time-zone'], make: inZone('+02:00', '07') },
  { what: 'is in winter', only: ['units.time-zone'], make: inZone('+01:00', '01') },
  {
    what: 'stands where East meets West',
    only: ['units.position'],
    make: () => {
      const kite = everywhere('flight/state', set({ kite_gps_lon: 179.9999 }))();
      const ground = everywhere('system/state', set({ gs_gps_lon: -179.9999 }))();
      return {
        answer: (answer, request) => ground.answer?.(kite.answer?.(answer, request) ?? answer, request) ?? answer,
      };
    },
  },
  { what: 'has a history over the change of the clocks', only: ['history.from-end'], make: overTheChange },
  {
    what: 'has a key that is a word of its answers',
    only: ['auth.tokens.others-are-masked'],
    key: 'conformance',
    make: () => ({
      request: (request) => {
        const body = parsedBody(request) as Record<string, unknown> | undefined;
        return body?.client_secret === 'conformance'
          ? withJson(request, { ...body, client_secret: TEST_KEY })
          : request;
      },
    }),
  },
  { what: 'grants few tokens', only: ['camera.info.field', 'camera.info.is-not-cached'], make: fewTokens(1) },
  {
    what: 'has a notification whose figures change',
    only: [NOTIFIED],
    make: () => ({
      message: (text, topic) =>
        topic === 'notifications/state' ? [text, JSON.stringify({ ...JSON.parse(text), parameters: [] })] : [text],
    }),
  },
  {
    what: 'has a notification that ends before the subscription begins',
    only: [NOTIFIED],
    make: () => {
      let asked = 0;
      return state('notifications/state', (value) => {
        asked += 1;
        const [one = {}] = value.notifications as Record<string, unknown>[];
        if (asked === 1) value.notifications = [one, { ...one, begin_time: '2026-01-01T00:00:00.000000+00:00' }];
      })();
    },
  },
];

describe('a station that differs from ours and is right', () => {
  let station: SeededStation & AsyncDisposable;
  before(async () => {
    station = await seededStation();
  });
  after(() => station[Symbol.asyncDispose]());

  for (const { what, only, make, key = TEST_KEY, level = 'read', isSkipped = false } of DIFFERENCES) {
    it(`is not accused when it ${what}`, async () => {
      const difference = { id: what, does: what, caughtBy: '', level, make } as const;
      const { failed, skipped } = await judgeDefect(difference, { ...station, key }, only);
      assert.deepEqual(failed, []);
      assert.equal(skipped.length > 0, isSkipped, skipped.join(', '));
    });
  }
});

describe('a station of ours whose settings differ', () => {
  const judged = async (flags: Readonly<Record<string, string>>, scheme: string) => {
    await using station = await checkedStation({ 'video-enabled': 'false', 'console-enabled': 'false', ...flags });
    const { port } = new URL(station.url);
    const { results } = await conform({
      url: `${scheme}://127.0.0.1:${port}`,
      key: TEST_KEY,
      level: 'read',
      only: ['tls.', 'cors.', 'health'],
      trust: scheme === 'https' ? { insecure: true } : {},
    });
    return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  };

  it('is not accused when it speaks HTTPS only', async () => {
    assert.deepEqual(await judged({ 'tls-mode': 'https_only' }, 'https'), []);
  });

  it('is not accused when it speaks no HTTPS', async () => {
    assert.deepEqual(await judged({ 'tls-mode': 'off' }, 'http'), []);
  });
});
