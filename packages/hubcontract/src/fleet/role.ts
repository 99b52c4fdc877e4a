import type { Scope } from '@kitestring/contract/auth/scope.ts';
import Type, { type Static } from 'typebox';

/** Duty at the hub. An administrator does not fly with the same key. */
export const FLEET_ROLES = ['viewer', 'operator', 'supervisor', 'admin'] as const;

export const FleetRole = Type.Enum(FLEET_ROLES, {
  $id: 'FleetRole',
  description:
    '`viewer` reads stations, history and events; `operator` may command too; `supervisor` may override as well; `admin` enrols and revokes stations, manages keys and reads the audit log, and flies nothing.',
});
export type FleetRole = Static<typeof FleetRole>;

/** Scopes of each role; the single definition. */
export const SCOPES_OF_FLEET_ROLE: Readonly<Record<FleetRole, readonly Scope[]>> = {
  viewer: ['read'],
  operator: ['read', 'control'],
  supervisor: ['read', 'control', 'can_override'],
  admin: ['read', 'internal'],
};
