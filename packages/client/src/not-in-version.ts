import type { Operation } from '@kitestring/contract/operation.ts';
import type { RequestInput } from './request.ts';

/** Versions of the API that this client speaks. */
export const SPOKEN_VERSIONS = ['1.0.0', '1.1.2'] as const;

/** The station serves a version of the API that does not have what was called. Nothing was done. */
export class NotInVersion extends Error {
  override readonly name = 'NotInVersion';
  /** Version that the station serves, `1.0.0`. */
  readonly apiVersion: string;
  /** Missing in that version: the operation, `POST /v1/...`, or fields of its body. Empty where this client does not speak the version. */
  readonly missing: readonly string[];

  /** @internal */
  constructor(message: string, apiVersion: string, missing: readonly string[] = []) {
    super(message);
    this.apiVersion = apiVersion;
    this.missing = missing;
  }
}

/** The parts of a request that not every version has: the operation, or fields that an older station ignores. */
export function newerParts({ method, path, versions }: Operation, { body }: RequestInput): readonly string[] {
  const difference = versions?.['1.0.0'];
  if (difference === 'absent') return [`${method} ${path}`];
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  return (difference?.ignores ?? []).filter((name) => given[name] !== undefined);
}
