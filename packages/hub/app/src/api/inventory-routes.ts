import { type FleetInventory, readFleetInventory } from '@kitestring/hub-contract/fleet/fleet-inventory.ts';
import type { QueryOf } from '@kitestring/station-contract/operation.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { hubCaller } from '../people/hub-caller.ts';
import { visibleTo } from '../people/role-check.ts';
import type { RegisteredStation } from '../registry/stations.ts';
import { pageOf } from './page-of.ts';

/** Software and devices of the stations. */
export const inventoryRoutes = ({ rights, stations }: Pick<HubDeps, 'rights' | 'stations'>): readonly Route[] => [
  route(readFleetInventory, ({ caller, query }) => {
    const sees = visibleTo(readFleetInventory, hubCaller(caller).rights);
    const members = query.group === undefined ? undefined : (rights.groups.get(query.group)?.sids ?? new Set());
    const shown = stations
      .list()
      .filter(({ revokedMs, sid }) => revokedMs === undefined && sees(sid) && members?.has(sid) !== false);
    return ok(inventory(shown, query));
  }),
];

/** @param stations by name */
export function inventory(
  stations: readonly Pick<RegisteredStation, 'sid' | 'inventory'>[],
  { after, behind, limit, release }: QueryOf<typeof readFleetInventory>,
): FleetInventory {
  const counts = new Map<string, number>();
  for (const { inventory } of stations) counts.set(inventory.software, (counts.get(inventory.software) ?? 0) + 1);
  const versions = [...counts].sort(([a], [b]) => compareVersions(b, a));
  const newest = release ?? versions[0]?.[0];
  const isBehind = (software: string) => newest !== undefined && compareVersions(software, newest) < 0;
  const rows = stations.map(({ inventory, sid }) => ({ sid, inventory, is_behind: isBehind(inventory.software) }));
  const fits = (row: { readonly is_behind: boolean }) => behind === undefined || row.is_behind === behind;
  const { next_after, page, total } = pageOf(rows, fits, after, limit);
  return {
    ...(newest !== undefined && { release: newest }),
    versions: versions.map(([software, count]) => ({ software, stations: count, is_behind: isBehind(software) })),
    stations: page,
    total,
    ...(next_after !== undefined && { next_after }),
  };
}

/** Compares versions: 0.9.0 before 0.10.0-rc.1 before 0.10.0. */
function compareVersions(a: string, b: string): number {
  const [releaseA = '', previewA = ''] = split(a);
  const [releaseB = '', previewB = ''] = split(b);
  if (releaseA !== releaseB) return byNumbers(releaseA, releaseB);
  if (previewA === '' || previewB === '') return Number(previewA === '') - Number(previewB === '');
  return byNumbers(previewA, previewB);
}

const byNumbers = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** A build number after a plus sign does not count. */
const split = (version: string): readonly string[] => /^([^-+]*)-?([^+]*)/.exec(version)?.slice(1) ?? [];
