import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { isJson, type Operation } from '@kitestring/station-contract/operation.ts';
import type { TSchema } from 'typebox';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, NotApplicableFault, sourceOf } from '../check.ts';
import { shown } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import { type AnswerField, answerFields, type FieldSchema } from '../schema/fields.ts';
import { judgeField, judgeType } from '../schema/judge-field.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { whenReady } from '../station/when-ready.ts';
import { isSubscription } from './level.ts';
import { paramsFor } from './params.ts';

/** Every field of every GET response, and their common properties. */
export const replyChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations.flatMap((op) => {
    if (isReadable(op)) return [...answerChecks(op, api), ...fieldChecks(op)];
    return op.method === 'GET' && !isSubscription(op) ? fileChecks(op) : [];
  });

/** Whether the operation is a GET with a JSON response. */
export const isReadable = (op: Operation): boolean =>
  op.method === 'GET' && !isSubscription(op) && op.replies[200] !== undefined && isJson(op.replies[200]);

/**
 * The response evaluated by its field checks, requested once.
 * @throws NotApplicableFault if a station may have none, for example without a camera
 */
export const answerTo = (op: Operation, station: StationUnderTest): Promise<Answer> =>
  station.once(`answer ${op.id}`, async () => {
    const params = await paramsFor(op, station);
    const answer = await station.ask(op, { params, query: queryFor(op) });
    const { status, object } = answer;
    // A listed stream or recording must exist.
    const mayLack = Object.keys(params).length === 0 && op.errors.some((code) => ERRORS[code].status === status);
    if (mayLack) throw new NotApplicableFault(`${op.id} is answered with ${status}: ${shown(object.message)}`);
    return answer;
  });

/** The whole history is requested, so that it has entries. */
const queryFor = ({ id }: Operation): string =>
  id === 'notifications.history' ? '?from_time=1970-01-01T00:00:00Z' : '';

function answerChecks(op: Operation, api: CheckedApi): ContractCheck[] {
  const at = `${op.method} ${op.path}`;
  const check = checksAt('read', op.id);
  const checks = [
    check('is-200-json', `${at} answers 200 with JSON.`, sourceOf(op, 200), async (expect, station) => {
      const answer = await answerTo(op, station);
      expect.equal(answer.status, 200, 'status', answer.exchange);
      expect.matches(answer.header('content-type'), /^application\/json\b/, 'content type', answer.exchange);
      const schema = op.replies[200] as TSchema;
      judgeType(expect, schema, answer.json, answer.exchange);
      // Each may be absent if it cannot be determined.
      const known = Object.keys((schema as FieldSchema).properties ?? {});
      const names = Object.keys(answer.object);
      const isKnown = known.length === 0 || names.length === 0 || names.some((name) => known.includes(name));
      expect.that(isKnown, `the body has fields of this answer, got ${names.join(', ')}`, answer.exchange);
    }),
    check(
      'is-not-cached',
      'Answers are not to be stored by caches.',
      decided('Requests and errors'),
      async (expect, station) => {
        const answer = await answerTo(op, station);
        expect.matches(answer.header('cache-control'), /\bno-store\b/, 'Cache-Control', answer.exchange);
      },
    ),
    check(
      'head',
      'HEAD is answered where GET is: the same status and type, no body.',
      decided('Requests and errors'),
      async (expect, station) => {
        await answerTo(op, station);
        const answer = await station.ask(op, { method: 'HEAD', params: await paramsFor(op, station) });
        expect.equal(answer.status, 200, 'status', answer.exchange);
        expect.equal(answer.bytes.length, 0, 'bytes of the body', answer.exchange);
        expect.matches(answer.header('content-type'), /^application\/json\b/, 'content type', answer.exchange);
      },
    ),
    check(
      'unknown-query',
      'Unknown query parameters are ignored.',
      decided('Requests and errors'),
      async (expect, station) => {
        await answerTo(op, station);
        const answer = await station.ask(op, { query: '?nobody_knows=this', params: await paramsFor(op, station) });
        expect.equal(answer.status, 200, 'status', answer.exchange);
      },
    ),
  ];
  if (op.access === 'open' || !api.hasRateLimits) return checks;
  const limits = check(
    'tells-its-limit',
    'Each answer says what is left of the rate limit.',
    decided('Tokens'),
    async (expect, station) => {
      const answer = await answerTo(op, station);
      expect.matches(answer.header('ratelimit'), /^"[\w-]+";r=\d+;t=\d+$/, 'RateLimit', answer.exchange);
      expect.matches(answer.header('ratelimit-policy'), /^"[\w-]+";q=\d+;w=\d+$/, 'RateLimit-Policy', answer.exchange);
    },
  );
  return [...checks, limits];
}

/** A picture or a film. @throws NotApplicableFault where there is none now */
const file = (op: Operation, station: StationUnderTest): Promise<Answer> =>
  station.once(`answer ${op.id}`, async () => {
    const params = await paramsFor(op, station);
    const answer = await whenReady(station, () => station.ask(op, { params }));
    if (answer.status !== 200) throw new NotApplicableFault(`${op.id} is answered with ${answer.status}`);
    return answer;
  });

/** Properties that files have in common with JSON. */
function fileChecks(op: Operation): ContractCheck[] {
  const check = checksAt('read', op.id);
  const source = decided('Requests and errors');
  return [
    check(
      'head',
      'HEAD is answered where GET is: the same status and type, no body.',
      source,
      async (expect, station) => {
        const type = (await file(op, station)).header('content-type');
        const answer = await station.ask(op, { method: 'HEAD', params: await paramsFor(op, station) });
        expect.equal(answer.status, 200, 'status', answer.exchange);
        expect.equal(answer.bytes.length, 0, 'bytes of the body', answer.exchange);
        expect.equal(answer.header('content-type'), type, 'content type', answer.exchange);
      },
    ),
    check('unknown-query', 'Unknown query parameters are ignored.', source, async (expect, station) => {
      await file(op, station);
      const params = await paramsFor(op, station);
      const answer = await station.ask(op, { query: '?nobody_knows=this', params });
      expect.equal(answer.status, 200, 'status', answer.exchange);
    }),
  ];
}

const fieldChecks = (op: Operation): ContractCheck[] =>
  answerFields(op.replies[200] as TSchema).map((field) => fieldCheck(op, field));

function fieldCheck(op: Operation, field: AnswerField): ContractCheck {
  const { path, schema, isRequired } = field;
  return {
    id: `${op.id}.field.${path}`,
    sentence: `${path}${isRequired ? ' (always there)' : ''}: ${schema.description ?? 'as the schema says.'}`,
    source: sourceOf(op, 200),
    level: 'read',
    run: async (expect, station) => {
      const answer = await answerTo(op, station);
      expect.needs(answer.status === 200, `${op.id} must be 200, got ${answer.status}`, answer.exchange);
      judgeField(expect, field, answer.json, answer.exchange);
    },
  };
}
