import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import { grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, sourceOf } from '../check.ts';
import { FOREIGN, type Role, type RunSession } from '../station/sessions.ts';
import { ANY_PARAMS, isSubscription, level } from './level.ts';
import { judgeRefusal } from './refusals.ts';
import { bodyFor } from './valid-bodies.ts';

/** Authorisation of each operation. */
export const accessChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations
    .filter((op) => grantsOf(op.access) !== undefined && !isSubscription(op))
    .flatMap((op) => {
      const lacks = [...WITHOUT_TOKEN, ...withoutScopes(op)];
      const heads = op.method === 'GET' ? lacks.map((lack) => refusedHead(op, lack)) : [];
      return [...lacks.map((lack) => refused(op, lack)), ...heads];
    });

/** A request without valid authorisation, and its refusal. */
interface Lack {
  readonly name: string;
  readonly sentence: string;
  readonly as: Role | RunSession | 'nobody';
  readonly status: 401 | 403;
  readonly code: ErrorCode;
  readonly challenge: RegExp;
}

const refused = (op: Operation, { name, sentence, as, status, code, challenge }: Lack): ContractCheck => ({
  id: `${op.id}.${name}`,
  sentence: `${op.method} ${op.path} ${sentence}`,
  source: sourceOf(op, status),
  level: level(op),
  run: async (expect, station) => {
    const answer = await station.ask(op, { as, params: ANY_PARAMS, ...bodyFor(op) });
    judgeRefusal(expect, answer, status, [code]);
    expect.decided.matches(answer.header('www-authenticate'), challenge, 'WWW-Authenticate', answer.exchange);
  },
});

/** HEAD returns existence and size. */
const refusedHead = (op: Operation, { name, as, status, challenge }: Lack): ContractCheck => ({
  id: `${op.id}.head-${name}`,
  sentence: `HEAD ${op.path} is refused as GET is: ${status}, without a body.`,
  source: decided('Requests and errors'),
  level: 'read',
  run: async (expect, station) => {
    const answer = await station.ask(op, { method: 'HEAD', as, params: ANY_PARAMS });
    expect.equal(answer.status, status, 'status', answer.exchange);
    expect.equal(answer.bytes.length, 0, 'bytes of the body', answer.exchange);
    expect.matches(answer.header('www-authenticate'), challenge, 'WWW-Authenticate', answer.exchange);
  },
});

const WITHOUT_TOKEN: readonly Lack[] = [
  {
    name: 'missing-token',
    sentence: 'without a token is 401, and WWW-Authenticate says that a Bearer token is wanted.',
    as: 'nobody',
    status: 401,
    code: 'MISSING_TOKEN',
    challenge: /^Bearer\b/,
  },
  {
    name: 'unknown-token',
    sentence: 'with a token that was never given out is 401.',
    as: FOREIGN,
    status: 401,
    code: 'INVALID_TOKEN',
    challenge: /^Bearer\b.*error="invalid_token"/,
  },
];

/** One check for each missing scope. */
function withoutScopes({ access }: Operation): Lack[] {
  const [grant = []] = grantsOf(access) ?? [];
  return grant.map((missing) => ({
    name: `without-scope-${missing.replaceAll('_', '-')}`,
    sentence: `needs the scope ${missing}; a token without it is refused with 403.`,
    as: missing === 'read' ? 'outsider' : missing === 'control' ? 'reader' : 'commander',
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    challenge: /^Bearer\b.*error="insufficient_scope"/,
  }));
}
