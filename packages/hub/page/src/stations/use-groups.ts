import { listGroups } from '@kitestring/hub-contract/fleet/group-operations.ts';
import { useHubReading } from './use-hub-reading.ts';

const EVERY_MS = 15_000;

/** Groups of stations, by name. */
export function useGroups() {
  const { fault, refresh, value } = useHubReading(listGroups, { everyMs: EVERY_MS });
  return { groups: value?.groups, fault, refresh };
}
