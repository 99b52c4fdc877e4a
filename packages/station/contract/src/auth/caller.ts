import type { AccountRole } from '../station/account-role.ts';
import type { Scope } from './scope.ts';

/** The caller: a session with a valid token. */
export interface Caller {
  readonly sessionId: string;
  readonly sessionName?: string;
  /** Plugin or account that it belongs to; at a hub a person or an API key. */
  readonly callerId: string;
  readonly callerName: string;
  /** Link with which it was opened; it has a share of requests of its own. */
  readonly watchLinkId?: string;
  /** Role of an account; undefined for a plugin and a link. */
  readonly role?: AccountRole;
  readonly scopes: readonly Scope[];
}

/** The plugin or account, and the name of the token, which tells clients with one key apart. */
export const clientNamesOf = ({ callerName, sessionName }: Caller): readonly string[] =>
  sessionName === undefined ? [callerName] : [callerName, sessionName];
