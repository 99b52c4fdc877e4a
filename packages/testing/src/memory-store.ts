import type { CounterStore } from '@kitestring/station/ports/counter-store.ts';
import type { NotificationRecord, NotificationStore } from '@kitestring/station/ports/notification-store.ts';
import type { PluginRecord, PluginStore } from '@kitestring/station/ports/plugin-store.ts';
import type { SessionRecord, SessionStore } from '@kitestring/station/ports/session-store.ts';
import type { Store } from '@kitestring/station/ports/store.ts';

/** A store for unit tests: behaves as the one on disk, in memory, and can be told to fail. */
export class MemoryStore implements Store {
  /** Thrown by every write while it is set, as a full disk would. */
  fault: Error | undefined;
  /** Number of writes that succeeded. */
  writes = 0;

  readonly #plugins = new Map<string, PluginRecord>();
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #notifications = new Map<string, NotificationRecord>();
  readonly #counters = new Map<string, number>();

  readonly plugins: PluginStore = {
    list: () => [...this.#plugins.values()].sort(byCreation),
    put: ({ lastUsedAtUs: _, ...plugin }) =>
      this.#write(() => {
        const { lastUsedAtUs } = this.#plugins.get(plugin.id) ?? {};
        const kept = lastUsedAtUs === undefined ? {} : { lastUsedAtUs };
        this.#plugins.set(plugin.id, { ...structuredClone(plugin), ...kept });
      }),
    markUsed: (id, lastUsedAtUs) =>
      this.#write(() => {
        const plugin = this.#plugins.get(id);
        if (plugin !== undefined) this.#plugins.set(id, { ...plugin, lastUsedAtUs });
      }),
    remove: (id) =>
      this.#write(() => {
        this.#plugins.delete(id);
        for (const session of this.#sessions.values()) if (session.pluginId === id) this.#sessions.delete(session.id);
      }),
  };

  readonly sessions: SessionStore = {
    list: () => [...this.#sessions.values()].sort(byCreation),
    add: (session) =>
      this.#write(() => {
        if (this.#plugins.has(session.pluginId)) this.#sessions.set(session.id, structuredClone(session));
      }),
    remove: (id) => this.#write(() => this.#sessions.delete(id)),
  };

  readonly notifications: NotificationStore = {
    active: () => [...this.#notifications.values()].filter(({ endUs }) => endUs === undefined).sort(byBegin),
    put: (record) =>
      this.#write(() => this.#notifications.set(`${record.code} ${record.beginUs}`, structuredClone(record))),
    endedBetween: (fromUs, toUs, limit) => {
      const matches = [...this.#notifications.values()].filter(
        ({ endUs = Number.NaN }) => endUs >= fromUs && endUs < toUs,
      );
      return limit === 0 ? [] : matches.sort(byEnd).slice(-limit);
    },
    forgetEndedBefore: (beforeUs) =>
      this.#write(() => {
        for (const [key, { endUs = beforeUs }] of this.#notifications) {
          if (endUs < beforeUs) this.#notifications.delete(key);
        }
      }),
  };

  readonly counters: CounterStore = {
    get: (name) => this.#counters.get(name),
    set: (name, value) => this.#write(() => this.#counters.set(name, value)),
  };

  #write(change: () => unknown): void {
    if (this.fault !== undefined) throw this.fault;
    change();
    this.writes += 1;
  }
}

export const memoryStore = (): MemoryStore => new MemoryStore();

interface Created {
  readonly createdAtUs: number;
}

const byCreation = (a: Created, b: Created) => a.createdAtUs - b.createdAtUs;

const byBegin = (a: NotificationRecord, b: NotificationRecord) => a.beginUs - b.beginUs || a.code - b.code;

const byEnd = (a: NotificationRecord, b: NotificationRecord) => (a.endUs ?? 0) - (b.endUs ?? 0) || byBegin(a, b);
