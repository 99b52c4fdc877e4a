import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, sourceOf } from '../check.ts';
import { ANY_PARAMS, level } from './level.ts';
import { paramsFor } from './params.ts';
import { judgeRefusal } from './refusals.ts';
import { type WrongBody, wrongBodies } from './wrong-bodies.ts';

/** Not level: from there an angle misread as 0 would cause no movement. */
export const bodyChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations
    .filter((op) => op.body !== undefined)
    .flatMap((op) => [...wrongBodies(op).map((wrong) => refusedBody(op, wrong)), ...withoutBody(op)]);

/** Statuses for invalid input in the published document. */
const PUBLISHED_STATUSES = [400, 422];

function refusedBody(op: Operation, wrong: WrongBody): ContractCheck {
  const { name, text, body, type, status, code, field } = wrong;
  return {
    id: `${op.id}.body-${name}`,
    sentence: `${op.method} ${op.path} refuses ${text} with ${status}${field === undefined ? '' : ', and names the field'}.`,
    source: PUBLISHED_STATUSES.includes(status) ? sourceOf(op, status) : decided('Requests and errors'),
    level: level(op),
    run: async (expect, station) => {
      const isFree = op.access === 'key';
      const params = op.path.includes('{') ? await paramsFor(op, station) : ANY_PARAMS;
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const answer = await station.ask(op, { body, headers, params, ...(isFree && { as: 'nobody' }) });
      judgeRefusal(expect, answer, status, [code]);
      if (field === undefined || answer.status !== status) return;
      const { message, details } = answer.object;
      const text = String(message);
      expect.decided.that(text.includes(field), `the message names ${field}: ${text}`, answer.exchange);
      const paths = Array.isArray(details) ? details.map((one) => String(one?.path)) : [];
      expect.decided.that(paths.includes(`/${field}`), `details names /${field}`, answer.exchange);
    },
  };
}

function withoutBody(op: Operation): ContractCheck[] {
  if (op.body === undefined || op.isBodyOptional) return [];
  const status = op.malformedBody === undefined ? 400 : 422;
  return [
    {
      id: `${op.id}.body-none`,
      sentence: `${op.method} ${op.path} without a body is ${status}.`,
      source: sourceOf(op, status),
      level: level(op),
      run: async (expect, station) => {
        const params = op.path.includes('{') ? await paramsFor(op, station) : ANY_PARAMS;
        judgeRefusal(expect, await station.ask(op, { params }), status);
      },
    },
  ];
}
