import {
  ALL_STATIONS,
  type FleetUploadPolicy,
  listUploadPolicies,
  readStationPolicy,
  removeUploadPolicy,
  setUploadPolicy,
} from '@kitestring/hub-contract/fleet/policies.ts';
import { accepted, ok } from '@kitestring/station-contract/refusal.ts';
import { type Route, route } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { hubAction } from '../people/hub-caller.ts';
import type { OpenUploads } from '../uploads/open-uploads.ts';
import type { KeptPolicy } from '../uploads/policy-table.ts';
import { nothingAt } from './nothing-at.ts';
import { found } from './station-routes.ts';
import { timestamp } from './station-view.ts';

type PolicyRouteDeps = Pick<HubDeps, 'rights' | 'stations'> & Pick<OpenUploads, 'policies'>;

/** Longest text of a policy in the audit log. */
const NOTED_MAX = 295;

/** Upload policies: the recordings and logs that stations upload automatically. */
export const policyRoutes = (deps: PolicyRouteDeps): readonly Route[] => [
  route(listUploadPolicies, async () => ok({ policies: await views(deps) })),
  route(setUploadPolicy, async (call) => {
    const { group, ...policy } = call.body;
    const detail = `${group ?? ALL_STATIONS} ${JSON.stringify(policy)}`.slice(0, NOTED_MAX);
    const isSet = await deps.policies.set(group, policy, hubAction(call, setUploadPolicy, detail));
    if (!isSet) return nothingAt(`groups/${group}`);
    const view = (await views(deps)).find((one) => one.group === group);
    return view === undefined ? nothingAt(`policies/${group ?? ALL_STATIONS}`) : ok(view);
  }),
  route(removeUploadPolicy, async (call) => {
    const { group } = call.params;
    const id = group === ALL_STATIONS ? undefined : group;
    const isRemoved = await deps.policies.remove(id, hubAction(call, removeUploadPolicy, group));
    return isRemoved ? accepted : nothingAt(`policies/${group}`);
  }),
  route(readStationPolicy, async ({ params: { sid } }) => {
    const station = found(deps.stations, sid);
    if (!station.ok) return station;
    const { groupId, policy } = deps.policies.effective(sid, await deps.policies.list());
    const row = (await deps.policies.followed()).find((one) => one.sid === sid);
    const followedMs = row?.followed_ms ?? undefined;
    return ok({
      ...policy,
      ...(groupId !== undefined && { group: groupId }),
      follows: deps.policies.isFollowed(row, policy),
      ...(followedMs !== undefined && { followed: timestamp(followedMs) }),
    });
  }),
];

async function views({ policies, rights, stations }: PolicyRouteDeps): Promise<readonly FleetUploadPolicy[]> {
  const all = await policies.list();
  const followed = new Map((await policies.followed()).map((row) => [row.sid, row]));
  const members = stations.list().filter(({ revokedMs }) => revokedMs === undefined);
  const byGroup = Map.groupBy(members, ({ sid }) => policies.effective(sid, all).groupId);
  const view = ({ changed_ms: changedMs, group_id: id, policy }: KeptPolicy): FleetUploadPolicy => {
    const own = byGroup.get(id ?? undefined) ?? [];
    return {
      ...(id !== null && { group: id }),
      ...policy,
      changed: timestamp(changedMs),
      stations: own.length,
      following: own.filter(({ sid }) => policies.isFollowed(followed.get(sid), policy)).length,
    };
  };
  const name = (id: string) => rights.groups.get(id)?.name ?? id;
  const ofGroups = all.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
  const order = [...ofGroups.sort((a, b) => name(a).localeCompare(name(b))), null];
  return order.flatMap((id) => all.filter(({ group_id: groupId }) => groupId === id).map(view));
}
