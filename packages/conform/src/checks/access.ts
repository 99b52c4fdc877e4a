import { grantsOf, type Operation } from '@kitestring/contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, sourceOf } from '../check.ts';
import type { RunSession } from '../station/sessions.ts';
import { ANY_PARAMS, isSubscription, levelOf } from './level-of.ts';
import { judgeRefusal } from './refusals.ts';
import { bodyFor } from './valid-bodies.ts';

/** Who may call each operation. */
export const accessChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations
    .filter((op) => grantsOf(op.access) !== undefined && !isSubscription(op))
    .flatMap((op) => [withoutToken(op), withUnknownToken(op), ...withoutScope(op)]);

const FOREIGN: RunSession = { token: 'no-station-ever-gave-out-this-token', id: '', pluginId: '', scopes: [] };

function withoutToken(op: Operation): ContractCheck {
  return {
    id: `${op.id}.missing-token`,
    sentence: `${op.method} ${op.path} without a token is 401, and WWW-Authenticate says that a Bearer token is wanted.`,
    source: sourceOf(op, 401),
    level: levelOf(op),
    run: async (expect, station) => {
      const answer = await station.ask(op, { as: 'nobody', params: ANY_PARAMS, ...bodyFor(op) });
      judgeRefusal(expect, answer, 401, ['MISSING_TOKEN']);
      expect.decided.matches(answer.header('www-authenticate'), /^Bearer\b/, 'WWW-Authenticate', answer.exchange);
    },
  };
}

function withUnknownToken(op: Operation): ContractCheck {
  return {
    id: `${op.id}.unknown-token`,
    sentence: `${op.method} ${op.path} with a token that was never given out is 401.`,
    source: sourceOf(op, 401),
    level: levelOf(op),
    run: async (expect, station) => {
      const answer = await station.ask(op, { as: FOREIGN, params: ANY_PARAMS, ...bodyFor(op) });
      judgeRefusal(expect, answer, 401, ['INVALID_TOKEN']);
      const challenge = answer.header('www-authenticate');
      expect.decided.matches(challenge, /^Bearer\b.*error="invalid_token"/, 'WWW-Authenticate', answer.exchange);
    },
  };
}

/** One check for each scope that a token may lack. */
function withoutScope(op: Operation): ContractCheck[] {
  const [grant = []] = grantsOf(op.access) ?? [];
  return grant.map((missing) => ({
    id: `${op.id}.without-scope-${missing.replaceAll('_', '-')}`,
    sentence: `${op.method} ${op.path} needs the scope ${missing}; a token without it is refused with 403.`,
    source: sourceOf(op, 403),
    level: levelOf(op),
    run: async (expect, station) => {
      const as = missing === 'read' ? 'outsider' : missing === 'control' ? 'reader' : 'commander';
      const answer = await station.ask(op, { as, params: ANY_PARAMS, ...bodyFor(op) });
      judgeRefusal(expect, answer, 403, ['INSUFFICIENT_SCOPE']);
      const challenge = answer.header('www-authenticate');
      expect.decided.matches(challenge, /^Bearer\b.*error="insufficient_scope"/, 'WWW-Authenticate', answer.exchange);
    },
  }));
}
