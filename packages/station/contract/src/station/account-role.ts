import type { Scope } from '../auth/scope.ts';
import type { Operation } from '../operation.ts';

/** Duty of a person at the station. An administrator does not fly with the same sign-in. */
export const ACCOUNT_ROLES = ['viewer', 'operator', 'pilot', 'admin'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const isAccountRole = (text: string): text is AccountRole => (ACCOUNT_ROLES as readonly string[]).includes(text);

/** Scopes of the tokens of each role; the single definition. */
export const SCOPES_OF_ROLE: Readonly<Record<AccountRole, readonly Scope[]>> = {
  viewer: ['read'],
  operator: ['read', 'control'],
  pilot: ['read', 'control', 'can_override'],
  admin: ['read', 'internal'],
};

/**
 * Camera and flight share the scope `control`. The camera operator is refused what moves the Kite, and the signature
 * under its readiness list.
 */
const FLYING = [
  'flight.control.',
  'system.control.',
  'station.readiness.sign',
  'station.flight.pending_landing.',
  'station.ground.',
] as const;

/** Whether an operation flies the Kite, or prepares its flight. */
export const isFlying = ({ id }: Pick<Operation, 'id'>): boolean =>
  FLYING.some((part) => (part.endsWith('.') ? id.startsWith(part) : id === part));

/** Whether a role may fly, given a token with the scope for it. Undefined: a token of an API key. */
export const mayFly = (role: AccountRole | undefined): boolean => role !== 'operator';
