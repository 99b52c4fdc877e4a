import Type, { type Static } from 'typebox';

/** Roles at the hub; those that a station also has mean the same there. An administrator does not fly with the same sign-in. */
export const FLEET_ROLES = ['viewer', 'operator', 'pilot', 'supervisor', 'auditor', 'admin'] as const;

export const FleetRole = Type.Enum(FLEET_ROLES, {
  $id: 'FleetRole',
  description:
    '`viewer` reads stations, history and events; `operator` may turn the camera, too, record and order uploads, and does not fly; `pilot` may fly as well; `supervisor` may override as well; `auditor` reads the audit log and the proofs that records are complete; `admin` enrols and revokes stations, manages keys, groups and roles and reads the audit log, and flies nothing.',
});
export type FleetRole = Static<typeof FleetRole>;
