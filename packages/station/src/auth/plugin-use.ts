import type { PluginStore } from '../ports/plugin-store.ts';

/** When something was last used, station time in microseconds; undefined when not since the start. */
export interface Use {
  lastUs: number | undefined;
}

/**
 * When each plugin was last used. It is noted with every request and stored with every token and at the end only: a write
 * waits for the disk.
 */
export class PluginUse {
  readonly #store: Pick<PluginStore, 'markUsed'>;
  readonly #byPlugin = new Map<string, Use>();
  readonly #stored = new Map<string, number>();

  constructor(store: Pick<PluginStore, 'markUsed'>) {
    this.#store = store;
  }

  /** To be written to with each request. */
  of(pluginId: string): Use {
    const known = this.#byPlugin.get(pluginId) ?? { lastUs: undefined };
    this.#byPlugin.set(pluginId, known);
    return known;
  }

  lastUsOf(pluginId: string): number | undefined {
    return this.#byPlugin.get(pluginId)?.lastUs;
  }

  /** Notes it and stores it. @throws what the store throws */
  markUsed(pluginId: string, atUs: number): void {
    this.of(pluginId).lastUs = atUs;
    this.#store.markUsed(pluginId, atUs);
    this.#stored.set(pluginId, atUs);
  }

  /** Forgets those that are not there any more. */
  keepOnly(isThere: (pluginId: string) => boolean): void {
    for (const id of this.#byPlugin.keys()) {
      if (isThere(id)) continue;
      this.#byPlugin.delete(id);
      this.#stored.delete(id);
    }
  }

  /** Stores what has not been stored. */
  save(): void {
    try {
      for (const [id, { lastUs }] of this.#byPlugin) {
        if (lastUs !== undefined && lastUs !== this.#stored.get(id)) this.markUsed(id, lastUs);
      }
    } catch {
      // Nobody decides by it: a full disk must not keep the station from stopping.
    }
  }
}
