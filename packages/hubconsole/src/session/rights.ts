import type { Operation } from '@kitestring/contract/operation.ts';
import type { FleetSession } from '@kitestring/hubcontract/fleet/session.ts';
import { roleMay } from '@kitestring/hubcontract/role-rights.ts';

/** Whether one of the roles may call this operation, at some station. */
export const mayCall = ({ rights }: FleetSession, operation: Operation): boolean =>
  rights.some(({ role }) => roleMay(role, operation));

/** Whether there is a role with this scope: `read` for states, `control` for commands and acknowledgements, `internal` for administration. */
export const hasScope = ({ rights }: FleetSession, scope: 'read' | 'control' | 'internal'): boolean =>
  rights.some(({ scopes }) => (scopes as readonly string[]).includes(scope));
