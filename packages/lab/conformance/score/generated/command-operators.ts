import { isSubscription } from '../../src/checks/level.ts';
import type { FieldSchema } from '../../src/schema/fields.ts';
import { answerOf, parsedBody, withHeader, withJson, withoutHeader } from '../changes.ts';
import type { DefectChange, PassingAnswer, PassingRequest } from '../defect.ts';
import type { GeneratedDefect, StationPace } from './generated-defect.ts';
import { concerns, isFor, needsVideo, type Target, usedAt } from './targets.ts';

type Body = Readonly<Record<string, unknown>>;

const bodyOf = (request: PassingRequest): Body => (parsedBody(request) ?? {}) as Body;
const successStatus = ({ op }: Target): number => Object.keys(op.replies).map(Number)[0] ?? 204;

/** Axes that can be commanded; a pan needs a flight. */
const levelWith = ({ op }: Target, field = ''): GeneratedDefect['level'] =>
  /^pan/.test(field) ? 'flight' : usedAt(op);

const made = (target: Target, name: string, make: GeneratedDefect['make'], field?: string): GeneratedDefect => ({
  id: `${name}:${target.op.id}${field === undefined ? '' : `.${field}`}`,
  level: levelWith(target, field),
  hasVideo: needsVideo(target),
  touches: concerns(target),
  make,
});

const isCommand = ({ op }: Target) =>
  op.method === 'POST' && !isSubscription(op) && !op.id.startsWith('auth.') && op.access !== 'open';

/** Numbers changed between client and station. */
const NUMBERS: Readonly<Record<string, (value: number) => number>> = {
  'value-negated': (value) => -value,
  'value-doubled': (value) => value * 2,
  'value-halved': (value) => value / 2,
  'value-a-little-more': (value) => value + Math.max(0.8, Math.abs(value) * 0.08),
  'value-a-little-less': (value) => value - Math.max(0.8, Math.abs(value) * 0.08),
};

/** Fields used by Remote ID only, so no state shows them. */
const UNSEEN = /^operator_gps/;

export const numberDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.filter(isCommand).flatMap((target) => {
    const { properties = {} } = (target.op.body ?? {}) as FieldSchema;
    const numbers = Object.entries(properties).filter(([name, { type }]) => type === 'number' && !UNSEEN.test(name));
    return numbers.flatMap(([field]) => [
      ...Object.entries(NUMBERS).map(([name, change]) =>
        made(
          target,
          name,
          inCommand(target, field, (value) => change(value)),
          field,
        ),
      ),
      made(
        target,
        'value-lost',
        inCommand(target, field, () => undefined),
        field,
      ),
    ]);
  });

/** Accepted requests only: other operators cover refusals. */
const inCommand = (target: Target, field: string, change: (value: number) => number | undefined) => () => ({
  request: (request: PassingRequest) => {
    const body = bodyOf(request);
    const value = body[field];
    if (!isFor(target, request) || typeof value !== 'number' || value === 0) return request;
    return withJson(request, { ...body, [field]: change(value) });
  },
});

/** Commands executed late, never or twice, or refused; and refused commands answered as executed. */
export const commandDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.filter(isCommand).flatMap((target): GeneratedDefect[] => {
    const good = successStatus(target);
    const isMeant = (request: PassingRequest) => isFor(target, request) && request.headers.authorization !== undefined;
    const diverted =
      (afterS: number | undefined) =>
      (pace: StationPace): DefectChange => ({
        request: (request) =>
          isMeant(request)
            ? {
                answer: answerOf(good),
                ...(afterS !== undefined && { sent: { request, afterMs: (afterS * 1000) / pace.speed } }),
              }
            : request,
      });
    const of409 = (change: (answer: PassingAnswer) => PassingAnswer) => () => ({
      answer: (answer: PassingAnswer, request: PassingRequest) =>
        isFor(target, request) && answer.status === 409 ? change(answer) : answer,
    });
    const inState = target.op.errors.some((code) => /STATE|ALREADY|NOT_RECORDING|NO_/.test(code));
    return [
      made(target, 'command-without-effect', diverted(undefined)),
      made(target, 'command-ten-seconds-late', diverted(10)),
      made(target, 'command-refused', () => ({
        request: (request) =>
          isMeant(request) ? { answer: answerOf(409, { code: 'WRONG_FLIGHT_STATE', message: 'not now' }) } : request,
      })),
      made(target, 'command-first-only', firstOnly(target, good)),
      ...(inState
        ? [
            made(
              target,
              '409-pardoned',
              of409(() => answerOf(good)),
            ),
            made(
              target,
              '409-as-400',
              of409((answer) => ({ ...answer, status: 400 })),
            ),
          ]
        : []),
      ...(/rotate_by_angle/.test(target.op.id) ? [made(target, 'command-twice', () => ({ isRepeated: isMeant }))] : []),
      ...(target.op.body === undefined
        ? [
            made(
              target,
              'empty-object-refused',
              refusing(target, ({ body }) => body.toString() === '{}', 400),
            ),
            made(
              target,
              'body-type-refused',
              refusing(target, ({ headers }) => 'content-type' in headers, 415),
            ),
          ]
        : [
            made(
              target,
              'charset-refused',
              refusing(target, ({ headers }) => /charset/.test(headers['content-type'] ?? ''), 415),
            ),
          ]),
    ];
  });

/** Later commands are answered like the first one but not executed. */
const firstOnly = (target: Target, good: number) => (): DefectChange => {
  let count = 0;
  return {
    request: (request) => {
      if (!isFor(target, request) || request.headers.authorization === undefined) return request;
      count += 1;
      return count > 1 ? { answer: answerOf(good) } : request;
    },
  };
};

const refusing = (target: Target, isMeant: (request: PassingRequest) => boolean, status: number) => () => ({
  request: (request: PassingRequest) =>
    isFor(target, request) && isMeant(request)
      ? { answer: answerOf(status, { code: 'INVALID_REQUEST', message: 'not so' }) }
      : request,
});

/** Sessions, limits, queries, and files in parts. */
export const protocolDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.flatMap((target): GeneratedDefect[] => {
    const { op } = target;
    const stripped = (name: string) => () => ({
      request: (request: PassingRequest) => {
        const { [name]: _, ...headers } = request.headers;
        return isFor(target, request) ? { ...request, headers } : request;
      },
    });
    const inFile =
      (isMeant: (answer: PassingAnswer) => boolean, change: (answer: PassingAnswer) => PassingAnswer) => () => ({
        answer: (answer: PassingAnswer, request: PassingRequest) =>
          isFor(target, request) && isMeant(answer) ? change(answer) : answer,
      });
    const hasStatus = (status: number) => (answer: PassingAnswer) => answer.status === status;
    const queries =
      op.method === 'GET' && !isSubscription(op)
        ? [
            made(
              target,
              'unknown-query-refused',
              refusing(target, ({ query }) => /nobody|unknown/.test(query), 400),
            ),
          ]
        : [];
    if (op.id === 'auth.token.request') {
      return [
        made(target, 'session-twice', () => ({ isRepeated: (request) => isFor(target, request) })),
        made(target, 'name-lost', inCommandText(target, 'token_name')),
        made(target, 'scope-lost', inCommandText(target, 'scope')),
      ];
    }
    if (op.id === 'auth.token.invalidate') {
      const good = answerOf(successStatus(target));
      return [
        made(target, 'session-kept', () => ({
          request: (request) => (isFor(target, request) ? { answer: good } : request),
        })),
      ];
    }
    if (op.id !== 'recordings.file') return queries;
    const file = (name: string, make: GeneratedDefect['make']): GeneratedDefect => ({
      ...made(target, name, make),
      level: 'control',
    });
    return [
      ...queries,
      ...['range', 'if-range', 'if-none-match'].map((name) => file(`${name}-ignored`, stripped(name))),
      file(
        'range-without-content-range',
        inFile(hasStatus(206), (answer) => withoutHeader(answer, 'content-range')),
      ),
      file(
        'range-of-another-size',
        inFile(hasStatus(206), (answer) => widened(answer)),
      ),
      file(
        'range-cut',
        inFile(hasStatus(206), (answer) => ({ ...answer, body: answer.body.subarray(0, -1) })),
      ),
      file(
        'file-cut',
        inFile(hasStatus(200), (answer) => ({ ...answer, body: answer.body.subarray(0, -1) })),
      ),
      file(
        'file-as-bytes',
        inFile(hasStatus(200), (answer) => withHeader(answer, 'content-type', 'application/octet-stream')),
      ),
      file(
        'file-without-etag',
        inFile(
          () => true,
          (answer) => withoutHeader(answer, 'etag'),
        ),
      ),
      file(
        'file-with-changing-etag',
        inFile(() => true, changingEtag()),
      ),
      file(
        'no-accept-ranges',
        inFile(
          () => true,
          (answer) => withoutHeader(answer, 'accept-ranges'),
        ),
      ),
      file(
        '416-as-200',
        inFile(hasStatus(416), (answer) => ({ ...answer, status: 200 })),
      ),
      file(
        '416-without-size',
        inFile(hasStatus(416), (answer) => withoutHeader(answer, 'content-range')),
      ),
    ];
  });

const inCommandText = (target: Target, field: string) => () => ({
  request: (request: PassingRequest) => {
    const { [field]: _, ...body } = bodyOf(request);
    return isFor(target, request) && field in bodyOf(request) ? withJson(request, body) : request;
  },
});

const widened = (answer: PassingAnswer): PassingAnswer => {
  const range = String(answer.headers['content-range'] ?? '');
  return withHeader(
    answer,
    'content-range',
    range.replace(/\d+$/, (size) => String(Number(size) + 1)),
  );
};

const changingEtag = () => {
  let count = 0;
  return (answer: PassingAnswer): PassingAnswer => {
    count += 1;
    return withHeader(answer, 'etag', `"${count}"`);
  };
};

/** Limits of requests, which any operation shows. */
export const rateDefects = (targets: readonly Target[]): readonly GeneratedDefect[] => {
  const target = targets.find(({ op }) => op.id === 'flight.info');
  if (target === undefined) return [];
  const limited = (change: (answer: PassingAnswer) => PassingAnswer) => () => ({
    answer: (answer: PassingAnswer) => (answer.status === 429 ? change(answer) : answer),
  });
  const shown = (change: (text: string) => string) => () => ({
    answer: (answer: PassingAnswer) => withHeader(answer, 'ratelimit', change(String(answer.headers.ratelimit ?? ''))),
  });
  return [
    made(
      target,
      'retry-after-0',
      limited((answer) => withHeader(answer, 'retry-after', '0')),
    ),
    made(
      target,
      'retry-after-absent',
      limited((answer) => withoutHeader(answer, 'retry-after')),
    ),
    made(
      target,
      'retry-after-a-date',
      limited((answer) => withHeader(answer, 'retry-after', new Date().toUTCString())),
    ),
    made(
      target,
      'retry-after-hour',
      limited((answer) => withHeader(answer, 'retry-after', '3600')),
    ),
    made(
      target,
      '429-as-503',
      limited((answer) => ({ ...answer, status: 503 })),
    ),
    made(
      target,
      '429-as-200',
      limited(() => answerOf(200, target.sample)),
    ),
    made(
      target,
      'remaining-constant',
      shown((text) => text.replace(/r=\d+/, 'r=77')),
    ),
    made(
      target,
      'remaining-above-quota',
      shown((text) => text.replace(/r=\d+/, 'r=100000')),
    ),
  ];
};
