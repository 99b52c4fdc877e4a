import type { HashLane } from '@kitestring/base/key-check.ts';

/** A key that asks for a token, and what it asks for. */
export interface AccessTokenRequest {
  readonly key: string;
  /** Scopes separated by spaces; all scopes of the plugin when absent or empty. */
  readonly scope?: string;
  /** Name of the session, for lists. */
  readonly name?: string;
  /** Remote address, for the operator. */
  readonly address?: string;
  /** Queue in which a slow hash waits; `known` when absent. */
  readonly lane?: HashLane;
}
