import { operationIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { Scenario } from '../scenario.ts';
import { scenarioOperation } from './scenario-operation.ts';

/** Why this version of the API cannot carry out the commands of a scenario; undefined when it can. */
export function missingOperations({ steps }: Pick<Scenario, 'steps'>, version: ApiVersion): string | undefined {
  const missing = steps.flatMap(({ action }) => {
    const op = action?.kind === 'command' ? scenarioOperation(action.operation) : undefined;
    return op !== undefined && operationIn(version, op) === undefined ? [op.id] : [];
  });
  if (missing.length === 0) return undefined;
  return `needs ${[...new Set(missing)].join(', ')}, which API ${version} does not have`;
}
