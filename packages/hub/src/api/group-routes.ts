import type { Operation } from '@kitestring/contract/operation.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/contract/refusal.ts';
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
} from '@kitestring/hubcontract/fleet/group-operations.ts';
import {
  BINDINGS_MAX,
  GROUPS_MAX,
  type NewRoleBinding,
  type RoleBinding,
  type StationGroup,
} from '@kitestring/hubcontract/fleet/groups.ts';
import type { FleetRole } from '@kitestring/hubcontract/fleet/role.ts';
import { ROLES_OF_ALL_STATIONS } from '@kitestring/hubcontract/role-rights.ts';
import { type CallerInput, type Route, route } from '@kitestring/web/http/route.ts';
import { actionOf, hubCaller } from '../people/hub-caller.ts';
import type { Right, Rights } from '../people/rights.ts';
import type { BoundRole } from '../people/role-bindings.ts';
import { visibleTo } from '../people/role-check.ts';
import type { GroupOfStations } from '../people/station-groups.ts';
import type { HubRouteDeps } from './hub-route-deps.ts';
import { nothingAt } from './nothing-at.ts';
import { found } from './station-routes.ts';
import { timeOf } from './station-view.ts';

type GroupRouteDeps = Pick<HubRouteDeps, 'audit' | 'keys' | 'nowMs' | 'rights' | 'stations'>;

/** Groups of stations, and the roles for them. */
export const groupRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  route(listGroups, ({ caller }) => ok({ groups: groupsOf(deps.rights, hubCaller(caller).rights) })),
  route(addGroup, async (call) => {
    const { groups } = deps.rights;
    if (groups.named(call.body.name) !== undefined) return refuse('GROUP_NAME_TAKEN', { name: call.body.name });
    const entries = 'groups';
    if (groups.list().length >= GROUPS_MAX) return refuse('TOO_MANY_GROUPS', { most: GROUPS_MAX, entries });
    const id = await groups.add(call.body.name, deps.nowMs());
    return changed(deps, addGroup, call, { group: groups.get(id), detail: id });
  }),
  route(renameGroup, async (call) => {
    const { groups } = deps.rights;
    const { id } = call.params;
    if (groups.get(id) === undefined) return nothingAt(`groups/${id}`);
    const other = groups.named(call.body.name);
    if (other !== undefined && other.id !== id) return refuse('GROUP_NAME_TAKEN', { name: call.body.name });
    await groups.rename(id, call.body.name);
    return changed(deps, renameGroup, call, { group: groups.get(id), detail: id });
  }),
  route(removeGroup, async (call) => {
    const group = deps.rights.groups.get(call.params.id);
    if (group === undefined) return nothingAt(`groups/${call.params.id}`);
    const count = usesOf(deps, group.id);
    if (count > 0) return refuse('GROUP_IN_USE', { count, name: group.name });
    await deps.rights.groups.remove(group.id);
    return changed(deps, removeGroup, call, { detail: group.id });
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
    const wrong = wrongBinding(deps, call.body);
    if (!wrong.ok) return wrong;
    const entries = 'bindings of roles';
    if (bindings.list().length >= BINDINGS_MAX) return refuse('TOO_MANY_GROUPS', { most: BINDINGS_MAX, entries });
    const binding = await bindings.add(call.body, deps.nowMs());
    await noted(deps, addRole, call, { detail: textOf(binding) });
    return { status: 201, body: bindingView(binding) };
  }),
  route(removeRole, async (call) => {
    const { id } = call.params;
    const binding = deps.rights.bindings.list().find((one) => one.id === id);
    if (binding === undefined || !(await deps.rights.bindings.remove(id))) return nothingAt(`roles/${id}`);
    return changed(deps, removeRole, call, { detail: textOf(binding) });
  }),
];

/** Checks whether a role can be given for this group. */
export function wrongPlace({ rights }: Pick<HubRouteDeps, 'rights'>, role: FleetRole, group?: string): Result<void> {
  if (group === undefined) return accepted;
  if (ROLES_OF_ALL_STATIONS.has(role)) {
    return refuse('INVALID_REQUEST', { fault: `the role ${role} is for all stations: leave group out` });
  }
  return rights.groups.get(group) === undefined ? nothingAt(`groups/${group}`) : accepted;
}

function wrongBinding(deps: GroupRouteDeps, { claim, group, key, role }: NewRoleBinding): Result<void> {
  if ((claim === undefined) === (key === undefined)) {
    return refuse('INVALID_REQUEST', { fault: 'exactly one of claim and key must be given' });
  }
  if (key !== undefined && deps.keys.get(key) === undefined) return nothingAt(`keys/${key}`);
  return wrongPlace(deps, role, group);
}

/** Number of roles and keys that apply to this group. */
const usesOf = ({ keys, rights }: GroupRouteDeps, id: string): number =>
  rights.bindings.list().filter(({ groupId }) => groupId === id).length +
  keys.list().filter(({ groupId }) => groupId === id).length;

type MemberCall = CallerInput<unknown, { readonly id: string; readonly sid: string }>;

async function withGroup(
  deps: GroupRouteDeps,
  operation: Operation,
  call: MemberCall,
  change: (id: string, sid: string) => Promise<void>,
) {
  const { id, sid } = call.params;
  if (deps.rights.groups.get(id) === undefined) return nothingAt(`groups/${id}`);
  await change(id, sid);
  await noted(deps, operation, call, { detail: id, station: sid });
  return accepted;
}

async function changed(
  deps: GroupRouteDeps,
  operation: Operation,
  call: CallerInput,
  { detail, group }: { readonly detail: string; readonly group?: GroupOfStations | undefined },
) {
  await noted(deps, operation, call, { detail });
  return group === undefined ? accepted : ok(groupView(group, () => true));
}

async function noted(
  { audit, rights }: GroupRouteDeps,
  operation: Operation,
  call: Pick<CallerInput, 'caller' | 'exchange'>,
  { detail, station }: { readonly detail: string; readonly station?: string },
): Promise<void> {
  rights.changed();
  await audit.note(actionOf(call, operation, detail, station));
}

/** A binding in the audit log. */
const textOf = ({ claim, groupId, keyId, role }: BoundRole): string =>
  `${role} ${claim === undefined ? `key ${keyId}` : `claim ${claim}`} ${groupId ?? 'all stations'}`;

function groupsOf({ groups }: Rights, rights: readonly Right[]): readonly StationGroup[] {
  const isVisible = visibleTo(listGroups, rights);
  const hasAll = rights.some(({ group }) => group === undefined);
  const own = new Set(rights.map(({ group }) => group?.id));
  return groups
    .list()
    .filter(({ id }) => hasAll || own.has(id))
    .map((group) => groupView(group, isVisible));
}

const groupView = ({ createdMs, id, name, sids }: GroupOfStations, isVisible: (sid: string) => boolean) => ({
  ...{ id, name, created: timeOf(createdMs), stations: [...sids].filter(isVisible).sort() },
});

const bindingView = ({ claim, createdMs, groupId, id, keyId, role }: BoundRole): RoleBinding => ({
  id,
  ...(claim !== undefined && { claim }),
  ...(keyId !== undefined && { key: keyId }),
  role,
  ...(groupId !== undefined && { group: groupId }),
  created: timeOf(createdMs),
});
