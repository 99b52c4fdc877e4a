import type { Scope } from '@kitestring/station-contract/auth/scope.ts';

/** One issued access token. Only its SHA-256 is stored. */
export interface SessionRecord {
  readonly id: string;
  readonly pluginId: string;
  /** Epoch of its owner when it was opened. */
  readonly epoch: number;
  readonly name?: string;
  /** Link with which a screen opened it. */
  readonly watchLinkId?: string;
  readonly scopes: readonly Scope[];
  readonly tokenHash: string;
  /** First characters of the token, for lists: enough to recognise, useless to guess. */
  readonly tokenHint: string;
  readonly createdAtUs: number;
  readonly validUntilUs: number;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. A failed call is tried again. */
export interface SessionStore {
  list(): readonly SessionRecord[];
  /** A session that the store does not take is held in memory, shown by `list`. Throws all the same, to be reported. */
  add(session: SessionRecord): void;
  remove(id: string): void;
}
