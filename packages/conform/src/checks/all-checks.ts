import type { CheckedApi } from '../api-version.ts';
import type { ContractCheck } from '../check.ts';
import { accessChecks } from './access.ts';
import { replyChecks } from './replies.ts';

/** Every check of a version of the API, in the order in which they are made. */
export function allChecks(api: CheckedApi): readonly ContractCheck[] {
  return [...replyChecks(api), ...accessChecks(api)];
}
