import type { Operation } from '@kitestring/station-contract/operation.ts';
import { isSubscription } from '../../src/checks/level.ts';
import type { FieldSchema } from '../../src/schema/fields.ts';
import { answerOf, letIn, parsedBody, withHeader, withJson, withoutHeader } from '../changes.ts';
import type { PassingAnswer, PassingRequest } from '../defect.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import { concerns, inStatuses, isRead, isReadable, needsVideo, type Target, usedAt } from './targets.ts';

const made = (
  target: Target,
  name: string,
  make: GeneratedDefect['make'],
  level: GeneratedDefect['level'] = usedAt(target.op),
): GeneratedDefect => ({
  id: `${name}:${target.op.id}`,
  level,
  hasVideo: needsVideo(target),
  touches: concerns(target),
  make,
});

const as = (status: number) => (answer: PassingAnswer) => ({ ...answer, status });
const exactly = (wanted: number) => (status: number) => status === wanted;
const anyRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

/** Successful responses and refusals with another status. */
export const statusDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.flatMap((target): GeneratedDefect[] => {
    const { op } = target;
    const good = Object.keys(op.replies).map(Number)[0] ?? 204;
    const other = { 200: 203, 201: 200, 202: 200, 204: 200 }[good] ?? 200;
    const isGuarded = op.access !== 'open' && op.access !== 'key';
    return [
      made(target, 'success-as-another', inStatuses(target, exactly(good), as(other))),
      ...(isGuarded
        ? [
            made(target, '401-as-403', inStatuses(target, exactly(401), as(403))),
            made(target, '403-as-401', inStatuses(target, exactly(403), as(401))),
            made(target, '401-as-404', inStatuses(target, exactly(401), as(404))),
          ]
        : []),
      ...(op.body === undefined
        ? []
        : [
            made(
              target,
              '400-as-500',
              inStatuses(target, (status) => [400, 422].includes(status), as(500)),
            ),
            made(target, '413-as-400', inStatuses(target, exactly(413), as(400))),
            made(target, '415-as-400', inStatuses(target, exactly(415), as(400))),
          ]),
      ...(op.path.includes('{') && !isSubscription(op)
        ? [made(target, '404-as-400', inStatuses(target, exactly(404), as(400)))]
        : []),
    ];
  });

type HeaderOperator = (target: Target) => GeneratedDefect['make'] | undefined;

const HEADERS: Readonly<Record<string, HeaderOperator>> = {
  'no-challenge': (target) =>
    isGuarded(target.op)
      ? inStatuses(target, exactly(401), (answer) => withoutHeader(answer, 'www-authenticate'))
      : undefined,
  'another-challenge': (target) =>
    isGuarded(target.op)
      ? inStatuses(target, exactly(401), (answer) => withHeader(answer, 'www-authenticate', 'Basic realm="x"'))
      : undefined,
  'stored-by-caches': (target) =>
    isReadable(target)
      ? inStatuses(target, exactly(200), (answer) => withHeader(answer, 'cache-control', 'max-age=60'))
      : undefined,
  'no-cache-control': (target) =>
    isReadable(target)
      ? inStatuses(target, exactly(200), (answer) => withoutHeader(answer, 'cache-control'))
      : undefined,
  'refusal-stored-by-caches': (target) =>
    inStatuses(target, anyRefusal, (answer) => withHeader(answer, 'cache-control', 'max-age=60')),
  'type-of-text': (target) =>
    isReadable(target)
      ? inStatuses(target, exactly(200), (answer) => withHeader(answer, 'content-type', 'text/plain'))
      : undefined,
  'refusal-of-text': (target) =>
    inStatuses(target, anyRefusal, (answer) => withHeader(answer, 'content-type', 'text/plain')),
  'no-limit-header': (target) =>
    isReadable(target) && isGuarded(target.op)
      ? inStatuses(target, exactly(200), (answer) => withoutHeader(answer, 'ratelimit'))
      : undefined,
  'open-to-all-origins': (target) =>
    target.op.id === 'flight.state'
      ? inStatuses(
          target,
          () => true,
          (answer) => withHeader(answer, 'access-control-allow-origin', '*'),
        )
      : undefined,
};

const isGuarded = ({ access }: Operation): boolean => access !== 'open' && access !== 'key';

/** Missing and misleading headers. */
export const headerDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.flatMap((target) =>
    Object.entries(HEADERS).flatMap(([name, operator]) => {
      const make = operator(target);
      return make === undefined || isSubscription(target.op) ? [] : [made(target, name, make)];
    }),
  );

const inError =
  (change: (body: Record<string, unknown>) => unknown) =>
  (answer: PassingAnswer): PassingAnswer => {
    const body = parsedBody(answer);
    return typeof body === 'object' && body !== null
      ? withJson(answer, change({ ...(body as Record<string, unknown>) }))
      : answer;
  };

const ERRORS: Readonly<Record<string, (answer: PassingAnswer) => PassingAnswer>> = {
  'code-of-another': inError((body) => ({ ...body, code: 'STREAM_LOST' })),
  'code-in-small-letters': inError((body) => ({ ...body, code: String(body.code).toLowerCase() })),
  'code-a-number': inError((body) => ({ ...body, code: 17 })),
  'message-absent': inError(({ message: _, ...body }) => body),
  'message-empty': inError((body) => ({ ...body, message: '' })),
  'error-in-an-object': inError((body) => ({ error: body })),
  'error-empty': (answer) => ({ ...answer, body: Buffer.alloc(0) }),
};

/** Bodies of refusals. */
export const errorDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets
    .filter(({ op }) => isGuarded(op))
    .flatMap((target) =>
      Object.entries(ERRORS).map(([name, change]) => made(target, name, inStatuses(target, anyRefusal, change))),
    );

/** Authorisation and methods. */
export const accessDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets
    .filter(({ op }) => isGuarded(op) && !isSubscription(op))
    .flatMap((target): GeneratedDefect[] => {
      const { op, path } = target;
      // Every holder of a token may end it.
      const scope = usedAt(op) === 'read' || op.method === 'GET' ? 'read' : 'control';
      const isForeign = ({ headers }: PassingRequest) => /no-station-ever/.test(headers.authorization ?? '');
      const isNobody = ({ headers }: PassingRequest) => headers.authorization === undefined;
      const isSomebody = (request: PassingRequest) => !isForeign(request) && !isNobody(request);
      const hasScope = Array.isArray(op.access) && op.access.includes(scope);
      return [
        made(target, 'open-to-nobody', letIn(op.method, path, scope, isNobody)),
        made(target, 'open-to-any-token', letIn(op.method, path, scope, isForeign)),
        ...(hasScope ? [made(target, 'open-without-scope', letIn(op.method, path, scope, isSomebody))] : []),
        ...(isRead(target)
          ? [
              made(target, 'head-open-to-nobody', letIn('HEAD', path, scope, isNobody)),
              made(target, 'head-as-405', ofMethod(target, 'HEAD', 405)),
              made(target, 'head-as-204', ofMethod(target, 'HEAD', 204)),
            ]
          : []),
      ];
    });

const ofMethod = (target: Target, method: string, status: number) => () => ({
  answer: (answer: PassingAnswer, request: PassingRequest) =>
    request.method === method && target.path.test(request.path) && answer.status < 300 ? as(status)(answer) : answer,
});

/** Unsupported methods of a path. */
export const methodDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets
    .filter(({ op }) => !isSubscription(op))
    .flatMap((target) =>
      ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
        .filter((method) => !targets.some(({ op, path }) => op.method === method && `${path}` === `${target.path}`))
        .flatMap((method) => {
          const of405 = (change: (answer: PassingAnswer) => PassingAnswer) => () => ({
            answer: (answer: PassingAnswer, request: PassingRequest) =>
              request.method === method && target.path.test(request.path) && answer.status === 405
                ? change(answer)
                : answer,
          });
          const name = method.toLowerCase();
          // DELETE could remove data: a read-only run does not send it.
          const level = method === 'DELETE' && usedAt(target.op) === 'read' ? 'control' : usedAt(target.op);
          return [
            made(target, `405-of-${name}-as-404`, of405(as(404)), level),
            made(
              target,
              `405-of-${name}-without-allow`,
              of405((answer) => withoutHeader(answer, 'allow')),
              level,
            ),
          ];
        }),
    );

/** Invalid bodies that are answered as accepted, without effect. */
export const pardonDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets
    .filter(({ op }) => op.body !== undefined)
    .flatMap((target): GeneratedDefect[] => {
      const { op } = target;
      const good = Object.keys(op.replies).map(Number)[0] ?? 204;
      const pardoned = (isMeant: (request: PassingRequest) => boolean) =>
        inStatuses(
          target,
          (status) => [400, 422].includes(status),
          (answer, request) => (isMeant(request) ? answerOf(good) : answer),
        );
      const { properties = {}, required = [] } = (op.accepts ?? op.body ?? {}) as FieldSchema;
      const bodyOf = (request: PassingRequest) => (parsedBody(request) ?? {}) as Record<string, unknown>;
      const ofField = (name: string, field: string, isWrong: (value: unknown) => boolean) => ({
        ...made(
          target,
          name,
          pardoned((request) => isWrong(bodyOf(request)[field])),
        ),
        id: `${name}:${op.id}.${field}`,
      });
      return [
        made(
          target,
          'broken-json-taken',
          pardoned((request) => parsedBody(request) === undefined),
        ),
        made(
          target,
          'no-object-taken',
          pardoned((request) => Array.isArray(parsedBody(request))),
        ),
        ...(op.unknownProperties === 'ignore'
          ? []
          : [
              made(
                target,
                'unknown-property-taken',
                pardoned((request) => Object.keys(bodyOf(request)).some((name) => !(name in properties))),
              ),
            ]),
        ...required.map((field) => ofField('lack-taken', field, (value) => value === undefined)),
        ...Object.entries(properties).flatMap(([field, schema]) => {
          if (schema.type !== 'number') return [];
          const most = schema.maximum ?? schema.exclusiveMaximum;
          const least = schema.minimum ?? schema.exclusiveMinimum;
          return [
            ofField('text-taken', field, (value) => typeof value === 'string'),
            ...(most === undefined ? [] : [ofField('above-most-taken', field, (value) => Number(value) > most)]),
            ...(least === undefined ? [] : [ofField('below-least-taken', field, (value) => Number(value) < least)]),
          ];
        }),
      ];
    });

/** Limits that refuse their own end values. */
export const limitDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.flatMap((target): GeneratedDefect[] => {
    const { op } = target;
    const { properties = {} } = (op.body ?? {}) as FieldSchema;
    const refusedAt = (field: string, limit: number) => () => ({
      request: (request: PassingRequest) => {
        const isMeant = request.method === op.method && target.path.test(request.path);
        const body = isMeant ? (parsedBody(request) as Record<string, unknown> | undefined) : undefined;
        return body?.[field] === limit
          ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: `${field} is out of range` }) }
          : request;
      },
    });
    return Object.entries(properties).flatMap(([field, { maximum, minimum }]) => [
      ...(maximum === undefined
        ? []
        : [{ ...made(target, 'most-refused', refusedAt(field, maximum)), id: `most-refused:${op.id}.${field}` }]),
      ...(minimum === undefined
        ? []
        : [{ ...made(target, 'least-refused', refusedAt(field, minimum)), id: `least-refused:${op.id}.${field}` }]),
    ]);
  });
