import type { Operation } from '@kitestring/contract/operation.ts';
import {
  ALL_STATIONS,
  type FleetUploadPolicy,
  listUploadPolicies,
  readStationPolicy,
  removeUploadPolicy,
  setUploadPolicy,
} from '@kitestring/hubcontract/fleet/policies.ts';
import { type CallerInput, type Route, route } from '@kitestring/server/http/route.ts';
import { accepted, ok, refuse } from '@kitestring/station/refusal.ts';
import { actorOf } from '../people/hub-caller.ts';
import type { Rights } from '../people/rights.ts';
import type { Stations } from '../registry/stations.ts';
import type { KeptPolicy } from '../uploads/policy-table.ts';
import type { UploadPolicies } from '../uploads/upload-policies.ts';
import { found } from './station-routes.ts';
import { timeOf } from './station-view.ts';

interface PolicyRouteDeps {
  readonly policies: UploadPolicies;
  readonly rights: Rights;
  readonly stations: Stations;
}

const absent = (path: string) => refuse('NOT_FOUND.nothingThere', { path });

/** Upload policies: the recordings and logs that stations bring to the hub by themselves. */
export const policyRoutes = (deps: PolicyRouteDeps): readonly Route[] => [
  route(listUploadPolicies, async () => ok({ policies: await views(deps) })),
  route(setUploadPolicy, async (call) => {
    const { group, ...policy } = call.body;
    if (group !== undefined && deps.rights.groups.get(group) === undefined) return absent(`/fleet/v1/groups/${group}`);
    const detail = `${group ?? ALL_STATIONS} ${JSON.stringify(policy)}`;
    await deps.policies.set(group, policy, actionOf(call, setUploadPolicy, detail));
    const view = (await views(deps)).find((one) => one.group === group);
    return view === undefined ? absent(`/fleet/v1/policies/${group ?? ALL_STATIONS}`) : ok(view);
  }),
  route(removeUploadPolicy, async (call) => {
    const { group } = call.params;
    const id = group === ALL_STATIONS ? undefined : group;
    const isRemoved = await deps.policies.remove(id, actionOf(call, removeUploadPolicy, group));
    return isRemoved ? accepted : absent(`/fleet/v1/policies/${group}`);
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
      ...(followedMs !== undefined && { followed: timeOf(followedMs) }),
    });
  }),
];

const actionOf = (call: Pick<CallerInput, 'caller' | 'exchange'>, { id: what }: Operation, detail: string) => ({
  ...actorOf(call),
  what,
  outcome: `done ${detail}`.slice(0, 300),
});

async function views({ policies, rights, stations }: PolicyRouteDeps): Promise<readonly FleetUploadPolicy[]> {
  const all = await policies.list();
  const followed = new Map((await policies.followed()).map((row) => [row.sid, row]));
  const members = stations.list().filter(({ revokedMs }) => revokedMs === undefined);
  const byGroup = Map.groupBy(members, ({ sid }) => policies.effective(sid, all).groupId);
  const view = ({ changed_ms: changedMs, group_id: id, policy }: KeptPolicy): FleetUploadPolicy => {
    const own = byGroup.get(id ?? undefined) ?? [];
    return {
      ...(id !== null && { group: id }),
      ...{ ...policy, changed: timeOf(changedMs), stations: own.length },
      following: own.filter(({ sid }) => policies.isFollowed(followed.get(sid), policy)).length,
    };
  };
  const nameOf = (id: string) => rights.groups.get(id)?.name ?? id;
  const ofGroups = all.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
  const order = [...ofGroups.sort((a, b) => nameOf(a).localeCompare(nameOf(b))), null];
  return order.flatMap((id) => all.filter(({ group_id: groupId }) => groupId === id).map(view));
}
