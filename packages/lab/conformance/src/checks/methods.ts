import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided } from '../check.ts';
import { ANY_PARAMS, isSubscription, level } from './level.ts';
import { judgeRefusal } from './refusals.ts';

/** Answers to unknown paths and methods. */
export const methodChecks = (api: CheckedApi): ContractCheck[] => [
  ...[...paths(api)].flatMap(([, operations]) => wrongMethods(operations)),
  ...UNKNOWN_PATHS.map(([name, path]) => unknownPath(name, path(api.prefix))),
];

const paths = (api: CheckedApi) =>
  Map.groupBy(
    api.operations.filter((op) => !isSubscription(op)),
    (op) => fullPath(op),
  );

/** PUT and PATCH, which no path supports, and the other unsupported methods of the path. */
function wrongMethods(operations: readonly Operation[]): ContractCheck[] {
  const [first] = operations;
  if (first === undefined) return [];
  const has = operations.map(({ method }) => method as string);
  // DELETE on a list of recordings could remove them all.
  const others = first.id === 'recordings' ? ['GET', 'POST'] : ['GET', 'POST', 'DELETE'];
  const wrong = ['PUT', 'PATCH', ...others.filter((method) => !has.includes(method))];
  return wrong.map((method) => wrongMethod(first, method, has.includes('GET') ? [...has, 'HEAD'] : has));
}

function wrongMethod(op: Operation, method: string, allowed: readonly string[]): ContractCheck {
  return {
    id: `${op.id}.method-${method.toLowerCase()}`,
    sentence: `${op.path} has no ${method}: 405, and Allow names the methods that it has.`,
    source: decided('Requests and errors'),
    level: method === 'DELETE' && level(op) === 'read' ? 'control' : level(op),
    run: async (expect, station) => {
      const answer = await station.ask(op, { method, as: 'reader', params: ANY_PARAMS });
      judgeRefusal(expect, answer, 405, ['METHOD_NOT_ALLOWED']);
      const named = (answer.header('allow') ?? '').split(/\s*,\s*/).filter((name) => name !== 'OPTIONS');
      expect.equal(named.sort(), allowed.toSorted(), 'methods in Allow', answer.exchange);
    },
  };
}

const UNKNOWN_PATHS: readonly (readonly [string, (prefix: string) => string])[] = [
  ['resource', (prefix) => `${prefix}/flight/status`],
  ['category', (prefix) => `${prefix}/flights/state`],
  ['version', () => 'v9/flight/state'],
  ['case', (prefix) => `${prefix}/Flight/State`],
  ['below-a-resource', (prefix) => `${prefix}/flight/state/more`],
];

const unknownPath = (name: string, path: string): ContractCheck => ({
  id: `paths.unknown-${name}`,
  sentence: `A path that does not exist, ${path}, is 404.`,
  source: decided('Requests and errors'),
  level: 'read',
  run: async (expect, station) => {
    judgeRefusal(expect, await station.askPath(station.apiPath(path)), 404, ['NOT_FOUND', 'TOPIC_NOT_FOUND']);
  },
});
