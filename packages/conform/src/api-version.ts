import type { Operation } from '@kitestring/contract/operation.ts';
import { OPERATIONS } from '@kitestring/contract/operations.ts';

/** Versions that can be checked; the newest last. */
export const CHECKED_VERSIONS = ['1.1.2'] as const;
export type CheckedVersion = (typeof CHECKED_VERSIONS)[number];

/** A version of the published API as the checks need it. */
export interface CheckedApi {
  readonly version: CheckedVersion;
  readonly operations: readonly Operation[];
  /** First part of every path, `v1`. */
  readonly prefix: string;
  readonly hasRateLimits: boolean;
  readonly hasHttps: boolean;
}

export const apiOf = (version: CheckedVersion): CheckedApi => ({
  version,
  operations: OPERATIONS,
  prefix: 'v1',
  hasRateLimits: true,
  hasHttps: true,
});

/** Version by which a reported version is checked: itself, the newest known one of the same major version, or none. */
export function checkedVersionOf(reported: string): CheckedVersion | undefined {
  const known = CHECKED_VERSIONS.find((version) => version === reported);
  if (known !== undefined) return known;
  const [major] = reported.split('.');
  return CHECKED_VERSIONS.findLast((version) => version.split('.')[0] === major);
}
