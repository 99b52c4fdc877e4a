import { fullPath } from '@kitestring/station-contract/operation.ts';
import { apiOf } from '../../src/api-version.ts';
import { answerDefects, bodyDefects, fieldDefects, listDefects } from './answer-operators.ts';
import { commandDefects, numberDefects, protocolDefects, rateDefects } from './command-operators.ts';
import { type GeneratedDefect, withoutSurplus } from './generated-defect.ts';
import { messageDefects, upgradeDefects } from './message-operators.ts';
import {
  accessDefects,
  errorDefects,
  headerDefects,
  limitDefects,
  methodDefects,
  pardonDefects,
  statusDefects,
} from './refusal-operators.ts';
import { leaseDefects, shownDefects } from './shown-operators.ts';
import { targetOf, usedAt } from './targets.ts';

/**
 * All defects that the operators generate from the contract.
 * @param samples GET responses of a correct station, by operation: only fields that are present can be wrong
 */
export function generatedDefects(samples: ReadonlyMap<string, unknown>): readonly GeneratedDefect[] {
  const { operations } = apiOf('1.1.2');
  const targets = operations
    .filter(
      (op, index) =>
        operations.findIndex((one) => one.method === op.method && fullPath(one) === fullPath(op)) === index,
    )
    .map((op) => targetOf(op, samples.get(op.id)));
  const made = [
    ...fieldDefects(targets),
    ...answerDefects(targets),
    ...listDefects(targets),
    ...bodyDefects(targets, ({ op }) => usedAt(op)),
    ...messageDefects(targets),
    ...upgradeDefects(),
    ...statusDefects(targets),
    ...headerDefects(targets),
    ...errorDefects(targets),
    ...accessDefects(targets),
    ...methodDefects(targets),
    ...pardonDefects(targets),
    ...limitDefects(targets),
    ...numberDefects(targets),
    ...commandDefects(targets),
    ...protocolDefects(targets),
    ...rateDefects(targets),
    ...shownDefects(targets),
    ...leaseDefects(targets),
  ];
  return withoutSurplus([...new Map(made.map((defect) => [defect.id, defect])).values()]);
}
