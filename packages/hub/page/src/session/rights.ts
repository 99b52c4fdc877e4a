import type { FleetSession } from '@kitestring/hub-contract/fleet/session.ts';
import { roleMay } from '@kitestring/hub-contract/role-rights.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';

/** Whether one of the roles may call this operation, at some station. */
export const mayCall = ({ rights }: FleetSession, operation: Operation): boolean =>
  rights.some(({ role }) => roleMay(role, operation));

/** Whether there is a role with this scope: `read` for states, `control` for commands and acknowledgements, `internal` for administration. */
export const hasScope = ({ rights }: FleetSession, scope: 'read' | 'control' | 'internal'): boolean =>
  rights.some(({ scopes }) => (scopes as readonly string[]).includes(scope));
