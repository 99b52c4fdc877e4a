import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import type { FleetUploadPolicy } from '@kitestring/hub-contract/fleet/policies.ts';

/** Groups of a station that have policies, ordered by name: the first one applies. */
export type PolicyReach = ReadonlyMap<string, readonly StationGroup[]>;

/** With the same rule as the hub. @param groups by name */
export function policyReach(
  groups: readonly StationGroup[],
  policies: readonly Pick<FleetUploadPolicy, 'group'>[],
): PolicyReach {
  const withPolicy = new Set(policies.map(({ group }) => group));
  const reach = new Map<string, StationGroup[]>();
  for (const group of groups) {
    if (!withPolicy.has(group.id)) continue;
    for (const sid of group.stations) reach.set(sid, [...(reach.get(sid) ?? []), group]);
  }
  return reach;
}
