import { listGroups } from '@kitestring/hubcontract/fleet/group-operations.ts';
import type { StationGroup } from '@kitestring/hubcontract/fleet/groups.ts';
import { useHubReading } from './use-hub-reading.ts';

const EVERY_MS = 15_000;

/** Groups of stations, by name. */
export function useGroups() {
  const { fault, refresh, value } = useHubReading<{ groups: readonly StationGroup[] }>(listGroups, {
    everyMs: EVERY_MS,
  });
  return { groups: value?.groups, fault, refresh };
}
