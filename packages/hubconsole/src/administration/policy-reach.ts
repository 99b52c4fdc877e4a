import type { StationGroup } from '@kitestring/hubcontract/fleet/groups.ts';
import type { FleetUploadPolicy } from '@kitestring/hubcontract/fleet/policies.ts';

/** Groups whose policies ask for a station, in the order of their names: the first one counts. */
export type PolicyReach = ReadonlyMap<string, readonly StationGroup[]>;

/** As the hub decides it. @param groups by name */
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
