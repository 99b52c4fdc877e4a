import {
  addGroup,
  addGroupStation,
  addRole,
  listGroups,
  listRoles,
  removeGroup,
  removeGroupStation,
  removeRole,
  renameGroup,
} from '@kitestring/hub-contract/fleet/group-operations.ts';
import type { NewRoleBinding, RoleBinding, StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import type { FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import { ROLES_OF_ALL_STATIONS } from '@kitestring/hub-contract/role-rights.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type Route, route } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import { hubAction, hubCaller } from '../people/hub-caller.ts';
import type { Right, Rights } from '../people/rights.ts';
import type { BoundRole } from '../people/role-bindings.ts';
import { visibleTo } from '../people/role-check.ts';
import type { GroupOfStations } from '../people/station-groups.ts';
import { nothingAt } from './nothing-at.ts';
import { found } from './station-routes.ts';
import { timestamp } from './station-view.ts';

type GroupRouteDeps = Pick<HubDeps, 'audit' | 'nowMs' | 'rights' | 'stations'>;

/** Groups of stations, and the roles for them. */
export const groupRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  route(listGroups, ({ caller }) => ok({ groups: groups(deps.rights, hubCaller(caller).rights) })),
  route(addGroup, async (call) => {
    const { groups } = deps.rights;
    const added = await groups.add(call.body.name, deps.nowMs());
    if (!added.ok) return added;
    return shown(deps, addGroup, call, added.value);
  }),
  route(renameGroup, async (call) => {
    const { groups } = deps.rights;
    const { id } = call.params;
    const renamed = await groups.rename(id, call.body.name);
    if (!renamed.ok) return renamed;
    return shown(deps, renameGroup, call, id);
  }),
  route(removeGroup, async (call) => {
    const { id } = call.params;
    const removed = await deps.rights.groups.remove(id);
    if (removed.ok) await noted(deps, removeGroup, call, { detail: id });
    return removed;
  }),
  route(addGroupStation, (call) => {
    const station = found(deps.stations, call.params.sid);
    return station.ok
      ? withGroup(deps, addGroupStation, call, (id, sid) => deps.rights.groups.putIn(id, sid))
      : station;
  }),
  route(removeGroupStation, (call) =>
    withGroup(deps, removeGroupStation, call, (id, sid) => deps.rights.groups.takeOut(id, sid)),
  ),
  ...roleRoutes(deps),
];

const roleRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  route(listRoles, () => ok({ bindings: deps.rights.bindings.list().map(bindingView) })),
  route(addRole, async (call) => {
    const { bindings } = deps.rights;
    const wrong = wrongBinding(call.body);
    if (!wrong.ok) return wrong;
    const added = await bindings.add(call.body, deps.nowMs());
    if (!added.ok) return added;
    const binding = added.value;
    await noted(deps, addRole, call, { detail: text(binding) });
    return { status: 201, body: bindingView(binding) };
  }),
  route(removeRole, async (call) => {
    const { id } = call.params;
    const binding = deps.rights.bindings.list().find((one) => one.id === id);
    if (binding === undefined || !(await deps.rights.bindings.remove(id))) return nothingAt(`roles/${id}`);
    await noted(deps, removeRole, call, { detail: text(binding) });
    return accepted;
  }),
];

/** Checks whether a role can be given for a group. */
export const wrongPlace = (role: FleetRole, group?: string): Result<void> =>
  group !== undefined && ROLES_OF_ALL_STATIONS.has(role)
    ? refuse('INVALID_REQUEST', { fault: `the role ${role} is for all stations: leave group out` })
    : accepted;

const wrongBinding = ({ claim, group, key, role }: NewRoleBinding): Result<void> =>
  (claim === undefined) === (key === undefined)
    ? refuse('INVALID_REQUEST', { fault: 'exactly one of claim and key must be given' })
    : wrongPlace(role, group);

type MemberCall = CallerInput<unknown, { readonly id: string; readonly sid: string }>;

async function withGroup(
  deps: GroupRouteDeps,
  operation: Operation,
  call: MemberCall,
  change: (id: string, sid: string) => Promise<Result<void>>,
) {
  const { id, sid } = call.params;
  const done = await change(id, sid);
  if (done.ok) await noted(deps, operation, call, { detail: id, station: sid });
  return done;
}

/** A group that was made or renamed. */
async function shown(deps: GroupRouteDeps, operation: Operation, call: CallerInput, id: string) {
  await noted(deps, operation, call, { detail: id });
  const group = deps.rights.groups.get(id);
  return group === undefined ? nothingAt(`groups/${id}`) : ok(groupView(group, () => true));
}

async function noted(
  { audit, rights }: GroupRouteDeps,
  operation: Operation,
  call: Pick<CallerInput, 'caller' | 'exchange'>,
  { detail, station }: { readonly detail: string; readonly station?: string },
): Promise<void> {
  rights.changed();
  await audit.note(hubAction(call, operation, detail, station));
}

/** A binding in the audit log. */
const text = ({ claim, groupId, keyId, role }: BoundRole): string =>
  `${role} ${claim === undefined ? `key ${keyId}` : `claim ${claim}`} ${groupId ?? 'all stations'}`;

function groups({ groups }: Rights, rights: readonly Right[]): readonly StationGroup[] {
  const isVisible = visibleTo(listGroups, rights);
  const hasAll = rights.some(({ group }) => group === undefined);
  const own = new Set(rights.map(({ group }) => group?.id));
  return groups
    .list()
    .filter(({ id }) => hasAll || own.has(id))
    .map((group) => groupView(group, isVisible));
}

const groupView = ({ createdMs, id, name, sids }: GroupOfStations, isVisible: (sid: string) => boolean) => ({
  id,
  name,
  created: timestamp(createdMs),
  stations: [...sids].filter(isVisible).sort(),
});

const bindingView = ({ claim, createdMs, groupId, id, keyId, role }: BoundRole): RoleBinding => ({
  id,
  ...(claim !== undefined && { claim }),
  ...(keyId !== undefined && { key: keyId }),
  role,
  ...(groupId !== undefined && { group: groupId }),
  created: timestamp(createdMs),
});
