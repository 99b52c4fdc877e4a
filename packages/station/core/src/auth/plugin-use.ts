import type { PluginStore } from '../ports/plugin-store.ts';
import { attempt } from '../ports/store.ts';

/** Last use, station time in microseconds; undefined: not since the start. */
export interface Use {
  lastUs: number | undefined;
}

/**
 * Last use of each plugin. Noted with every request, but stored only with every token and at shutdown: a write waits
 * for the disk.
 */
export class PluginUse {
  readonly #store: Pick<PluginStore, 'markUsed'>;
  readonly #byPlugin = new Map<string, Use>();
  readonly #stored = new Map<string, number>();
  readonly #onStoreFault: (fault: unknown) => void;

  constructor(store: Pick<PluginStore, 'markUsed'>, onStoreFault: (fault: unknown) => void) {
    this.#store = store;
    this.#onStoreFault = onStoreFault;
  }

  /** Mutable record; updated by each request. */
  of(pluginId: string): Use {
    const known = this.#byPlugin.get(pluginId) ?? { lastUs: undefined };
    this.#byPlugin.set(pluginId, known);
    return known;
  }

  lastUs(pluginId: string): number | undefined {
    return this.#byPlugin.get(pluginId)?.lastUs;
  }

  /** Notes it, and stores it if the store takes it. */
  markUsed(pluginId: string, atUs: number): void {
    this.of(pluginId).lastUs = atUs;
    attempt(() => this.#write(pluginId, atUs), this.#onStoreFault);
  }

  /** Removes plugins that no longer exist. */
  keepOnly(isThere: (pluginId: string) => boolean): void {
    for (const id of this.#byPlugin.keys()) {
      if (isThere(id)) continue;
      this.#byPlugin.delete(id);
      this.#stored.delete(id);
    }
  }

  /** Stores pending changes. */
  save(): void {
    try {
      for (const [id, { lastUs }] of this.#byPlugin) {
        if (lastUs !== undefined && lastUs !== this.#stored.get(id)) this.#write(id, lastUs);
      }
    } catch {
      // Informational only: a full disk must not prevent the station from stopping.
    }
  }

  #write(pluginId: string, atUs: number): void {
    this.#store.markUsed(pluginId, atUs);
    this.#stored.set(pluginId, atUs);
  }
}
