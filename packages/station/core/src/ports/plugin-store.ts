import type { Scope } from '@kitestring/station-contract/auth/scope.ts';

/** A registered API client. Only slow salted hashes of its keys are stored. */
export interface PluginRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly enabled: boolean;
  /** Rises when it is disabled: a token of an earlier one is worth nothing. */
  readonly epoch: number;
  /** Hex of the slow hash of the current key. */
  readonly keyHash: string;
  /** The key before the last rotation, and the end of its validity (station time). */
  readonly previousKey?: { readonly hash: string; readonly validUntilUs: number };
  readonly createdAtUs: number;
  /** Last use of its key or one of its tokens, as stored by `markUsed`; undefined when never. */
  readonly lastUsedAtUs?: number;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. */
export interface PluginStore {
  list(): readonly PluginRecord[];
  /** Adds the plugin or replaces the one with the same id, keeping its `lastUsedAtUs`. */
  put(plugin: PluginRecord): void;
  /** Separate from `put`, so that it does not overwrite concurrent changes by another process. */
  markUsed(id: string, atUs: number): void;
  remove(id: string): void;
}
