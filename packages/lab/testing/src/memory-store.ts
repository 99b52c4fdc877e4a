import type {
  AccountRecord,
  AccountStore,
  CounterStore,
  DocumentStore,
  NotificationRecord,
  NotificationStore,
  PinRecord,
  PinStore,
  PluginRecord,
  PluginStore,
  SessionRecord,
  SessionStore,
  StationStore,
  WatchLinkRecord,
  WatchLinkStore,
} from '@kitestring/station-core/ports';

/** A store for unit tests: behaves like the one on disk, in memory, and can be made to fail. */
export class MemoryStore implements StationStore {
  /** Thrown by every write while set, as by a full disk. */
  fault: Error | undefined;
  /** Number of writes that succeeded. */
  writes = 0;

  readonly #plugins = new Map<string, PluginRecord>();
  readonly #accounts = new Map<string, AccountRecord>();
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #watchLinks = new Map<string, WatchLinkRecord>();
  readonly #notifications = new Map<string, NotificationRecord>();
  readonly #documents = new Map<string, string>();
  readonly #counters = new Map<string, number>();
  readonly #pins = new Map<string, PinRecord>();

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
        const account = this.#accounts.get(id);
        if (account !== undefined) this.#accounts.set(id, { ...account, lastUsedAtUs });
      }),
    remove: (id) =>
      this.#write(() => {
        this.#plugins.delete(id);
        this.#dropOwnedBy(id);
      }),
  };

  readonly accounts: AccountStore = {
    list: () => [...this.#accounts.values()].sort(byCreation),
    put: ({ lastUsedAtUs: _, ...account }) =>
      this.#write(() => {
        const { lastUsedAtUs } = this.#accounts.get(account.id) ?? {};
        const kept = lastUsedAtUs === undefined ? {} : { lastUsedAtUs };
        this.#accounts.set(account.id, { ...structuredClone(account), ...kept });
      }),
    remove: (id) =>
      this.#write(() => {
        if (this.#accounts.delete(id)) this.#dropOwnedBy(id);
      }),
  };

  readonly sessions: SessionStore = {
    list: () => [...this.#sessions.values()].sort(byCreation),
    add: (session) =>
      this.#write(() => {
        const { pluginId: id } = session;
        const owner = this.#plugins.get(id) ?? this.#accounts.get(id);
        if (owner?.epoch === session.epoch) this.#sessions.set(session.id, structuredClone(session));
      }),
    remove: (id) => this.#write(() => this.#sessions.delete(id)),
  };

  readonly watchLinks: WatchLinkStore = {
    list: () => [...this.#watchLinks.values()].sort(byCreation),
    put: (link) =>
      this.#write(() => {
        if (this.#isOwner(link.pluginId)) this.#watchLinks.set(link.id, structuredClone(link));
      }),
    remove: (id) =>
      this.#write(() => {
        this.#watchLinks.delete(id);
        for (const session of this.#sessions.values())
          if (session.watchLinkId === id) this.#sessions.delete(session.id);
      }),
  };

  readonly notifications: NotificationStore = {
    active: () => [...this.#notifications.values()].filter(({ endUs }) => endUs === undefined).sort(byBegin),
    put: (record) =>
      this.#write(() => this.#notifications.set(`${record.code} ${record.beginUs}`, structuredClone(record))),
    endedBetween: (fromUs, toUs, limit, before) => {
      const matches = [...this.#notifications.values()].filter(
        (record) => isWithin(record, fromUs, toUs) && (before === undefined || byEnd(record, before) < 0),
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

  readonly documents: DocumentStore = {
    get: (name) => this.#documents.get(name),
    set: (name, text) =>
      this.#write(() => (text === undefined ? this.#documents.delete(name) : this.#documents.set(name, text))),
    keep: (name, text) => this.documents.set(name, text),
  };

  readonly counters: CounterStore = {
    get: (name) => this.#counters.get(name),
    set: (name, value) => this.#write(() => this.#counters.set(name, value)),
    keep: (name, value) => this.counters.set(name, value),
  };

  readonly pins: PinStore = {
    list: () => [...this.#pins.values()].sort(byCreation),
    add: (pin) => this.#write(() => this.#pins.set(pin.id, structuredClone(pin))),
    remove: (id) => this.#write(() => this.#pins.delete(id)),
  };

  #isOwner(id: string): boolean {
    return this.#plugins.has(id) || this.#accounts.has(id);
  }

  #dropOwnedBy(id: string): void {
    for (const session of this.#sessions.values()) if (session.pluginId === id) this.#sessions.delete(session.id);
    for (const link of this.#watchLinks.values()) if (link.pluginId === id) this.#watchLinks.delete(link.id);
  }

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

type Placed = Pick<NotificationRecord, 'endUs' | 'beginUs' | 'code'>;

const isWithin = ({ endUs = Number.NaN }: Placed, fromUs: number, toUs: number) => endUs >= fromUs && endUs < toUs;

const byBegin = (a: Placed, b: Placed) => a.beginUs - b.beginUs || a.code - b.code;

const byEnd = (a: Placed, b: Placed) => (a.endUs ?? 0) - (b.endUs ?? 0) || byBegin(a, b);
