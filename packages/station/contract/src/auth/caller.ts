import type { AccountRole } from '../station/account-role.ts';
import type { Scope } from './scope.ts';

/** The caller: a session with a valid token. */
export interface Caller {
  readonly sessionId: string;
  readonly sessionName?: string;
  /** Plugin or account that it belongs to. */
  readonly pluginId: string;
  readonly pluginName: string;
  /** Link with which it was opened; it has a share of requests of its own. */
  readonly watchLinkId?: string;
  /** Role of an account; undefined for a plugin and a link. */
  readonly role?: AccountRole;
  readonly scopes: readonly Scope[];
}

/** The plugin or account, and the name of the token, which tells clients with one key apart. */
export const clientNamesOf = ({ pluginName, sessionName }: Caller): readonly string[] =>
  sessionName === undefined ? [pluginName] : [pluginName, sessionName];
