import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import { isFlying, SCOPES_OF_ROLE } from '@kitestring/station-contract/station/account-role.ts';
import type { FleetRole } from './fleet/role.ts';

/** Scopes of each role; the single definition. */
export const SCOPES_OF_FLEET_ROLE: Readonly<Record<FleetRole, readonly Scope[]>> = {
  viewer: SCOPES_OF_ROLE.viewer,
  operator: SCOPES_OF_ROLE.operator,
  // Override needs the role supervisor here: a hub has many pilots, a station few.
  pilot: ['read', 'control'],
  supervisor: ['read', 'control', 'can_override'],
  auditor: [],
  admin: SCOPES_OF_ROLE.admin,
};

/** Only for all stations: keys, roles and the audit log belong to no group. */
export const ROLES_OF_ALL_STATIONS: ReadonlySet<FleetRole> = new Set(['auditor', 'admin']);

/** Operations of an auditor, who has no scope at stations: neither states nor records nor video. */
const AUDITED: ReadonlySet<string> = new Set([
  ...['fleet.stations', 'fleet.station', 'fleet.station.gaps', 'fleet.station.segments'],
  ...['fleet.groups', 'fleet.audit', 'fleet.commands'],
]);

/** Prefix of the ids of operations of a station that are called through the hub. */
const OF_STATION = 'fleet.station.api.';

/** Whether these roles, at one station, may send commands but not fly, like the account of a camera operator. */
export const areCameraOnly = (roles: readonly FleetRole[]): boolean => {
  const commanding = roles.filter((role) => SCOPES_OF_FLEET_ROLE[role].includes('control'));
  return commanding.length > 0 && commanding.every((role) => role === 'operator');
};

/** Whether a role may call an operation of the hub, at the stations for which it applies. */
export function roleMay(role: FleetRole, { access, id }: Pick<Operation, 'access' | 'id'>): boolean {
  if (role === 'auditor' && AUDITED.has(id)) return true;
  if (role === 'operator' && isFlying({ id: id.replace(OF_STATION, '') })) return false;
  const grants = grantsOf(access) ?? [[]];
  return grants.some((scopes) => scopes.every((scope) => SCOPES_OF_FLEET_ROLE[role].includes(scope)));
}
