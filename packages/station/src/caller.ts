import type { Scope } from '@kitestring/contract/auth/scope.ts';

/** Who is asking: a session with a valid token. */
export interface Caller {
  readonly sessionId: string;
  readonly sessionName?: string;
  readonly pluginId: string;
  readonly pluginName: string;
  readonly scopes: readonly Scope[];
}
