import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { TopicDefinition } from '@kitestring/station-contract/topics.ts';
import { operationsIn, topicsIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import {
  API_VERSIONS,
  type ApiVersion,
  hasHttps,
  hasRateLimits,
  versionPrefix,
} from '@kitestring/station-contract/versions.ts';

/** Versions that can be checked; the newest last. */
export const CHECKED_VERSIONS = API_VERSIONS;
export type CheckedVersion = ApiVersion;

/** A version of the published API as the checks need it: all differences between versions are here and in the contract. */
export interface CheckedApi {
  readonly version: CheckedVersion;
  readonly operations: readonly Operation[];
  readonly topics: readonly TopicDefinition[];
  /** First part of every path, `v1`. */
  readonly prefix: string;
  readonly hasRateLimits: boolean;
  readonly hasHttps: boolean;
  /** Whether abort stops rotation and altitude in Flying; older versions abort take-off and landing only. */
  readonly abortsFlying: boolean;
}

export const apiOf = (version: CheckedVersion): CheckedApi => ({
  version,
  operations: operationsIn(version),
  topics: topicsIn(version),
  prefix: versionPrefix(version).slice(1),
  hasRateLimits: hasRateLimits(version),
  hasHttps: hasHttps(version),
  abortsFlying: version !== '0.5.0',
});

/** Version used to check a reported version: itself, the newest known one of the same major version, or none. */
export function checkedVersion(reported: string): CheckedVersion | undefined {
  const known = CHECKED_VERSIONS.find((version) => version === reported);
  if (known !== undefined) return known;
  const [major] = reported.split('.');
  return CHECKED_VERSIONS.findLast((version) => version.split('.')[0] === major);
}
