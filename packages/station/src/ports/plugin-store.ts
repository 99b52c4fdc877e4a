import type { Scope } from '@kitestring/contract/auth/scope.ts';

/** A registered API client. Its keys are kept as slow salted hashes only. */
export interface PluginRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly enabled: boolean;
  /** Hex of the slow hash of the current key. */
  readonly keyHash: string;
  /** The key before the last rotation, and until when (station time) it still opens the door. */
  readonly previousKey?: { readonly hash: string; readonly validUntilUs: number };
  readonly createdAtUs: number;
  /** When its key or one of its tokens was last used, as far as `markUsed` was told; undefined when never. */
  readonly lastUsedAtUs?: number;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. */
export interface PluginStore {
  list(): readonly PluginRecord[];
  /** Adds the plugin or replaces the one with the same id, whose `lastUsedAtUs` stays as it is. */
  put(plugin: PluginRecord): void;
  /** Alone, so that it undoes nothing that another process has changed in the plugin meanwhile. */
  markUsed(id: string, atUs: number): void;
  remove(id: string): void;
}
