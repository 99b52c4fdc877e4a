/** A link with which screens may watch. Only the hash of its secret is stored. */
export interface WatchLinkRecord {
  readonly id: string;
  readonly name: string;
  /** Plugin that made it, under which its sessions run. */
  readonly pluginId: string;
  readonly secretHash: string;
  readonly createdAtUs: number;
  readonly validUntilUs: number;
  readonly revokedAtUs?: number;
  readonly lastOpenedAtUs?: number;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. Links go with their plugin. */
export interface WatchLinkStore {
  /** Oldest first. */
  list(): readonly WatchLinkRecord[];
  /** Adds the link or replaces the one with the same id. */
  put(link: WatchLinkRecord): void;
  /** Removes it with its sessions. */
  remove(id: string): void;
}
