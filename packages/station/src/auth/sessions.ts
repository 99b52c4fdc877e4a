import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Caller } from '../caller.ts';
import { Listeners, type OnBug } from '../containment.ts';
import { type Cancel, type Clock, every, US_PER_S } from '../ports/clock.ts';
import type { PluginRecord } from '../ports/plugin-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SessionRecord, SessionStore } from '../ports/session-store.ts';
import { ok, type Result, refuse } from '../refusal.ts';
import type { PluginUse, Use } from './plugin-use.ts';

export interface SessionsParts {
  readonly clock: Clock;
  /** In which a session ends even while `clock` stands. */
  readonly realTime: Clock;
  readonly store: SessionStore;
  readonly secrets: Pick<Secrets, 'newId' | 'newToken' | 'hashToken'>;
  /** How long a token is valid, seconds. */
  readonly validityS: number;
  readonly maxSessions: number;
  readonly maxSessionsPerPlugin: number;
  /** The plugin of a session; undefined when it may have none. */
  readonly pluginOf: (pluginId: string) => PluginRecord | undefined;
  readonly pluginUse: PluginUse;
  readonly onBug?: OnBug | undefined;
}

/** A session, and when it was last used. */
export interface SessionInUse {
  readonly record: SessionRecord;
  /** Undefined when not since the start. */
  readonly lastUsedAtUs: number | undefined;
}

/** A session with all that a request needs of it, made once. */
interface LiveSession {
  readonly record: SessionRecord;
  /** Real time. */
  readonly endsUs: number;
  readonly granted: Result<Caller>;
  readonly use: Use;
  readonly pluginUse: Use;
}

/** How soon after its end in real time a session is gone. */
const SWEEP_EVERY_S = 10;
/** 36 of the 256 random bits of a token: enough to recognise it. */
const HINT_LENGTH = 6;

const INVALID_TOKEN = refuse('INVALID_TOKEN', 'the token is unknown, expired or invalidated');

/** The tokens that were given out and are valid. They survive a restart; a session that ended never comes back. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #byTokenHash = new Map<string, LiveSession>();
  readonly #byId = new Map<string, LiveSession>();
  readonly #listeners: Listeners<[SessionRecord]>;
  #wakeUs = Number.POSITIVE_INFINITY;
  #cancelWake: Cancel = () => {};
  readonly #cancelSweep: Cancel;

  /** Loads the sessions of the store; those that are expired or whose plugin is gone or disabled are dropped. */
  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#listeners = new Listeners('session', parts.onBug);
    for (const record of parts.store.list()) this.#load(record);
    this.#cancelSweep = every(parts.realTime, SWEEP_EVERY_S * US_PER_S, () => this.#sweep());
  }

  /** Opens a session. When there are too many, an old one ends (see `#makeRoom`). @returns it, and its token this once */
  open(plugin: PluginRecord, scopes: readonly Scope[], name?: string): { record: SessionRecord; token: string } {
    const { clock, secrets, store, validityS } = this.#parts;
    const token = secrets.newToken();
    const record: SessionRecord = {
      id: secrets.newId(),
      pluginId: plugin.id,
      ...(name !== undefined && { name }),
      scopes,
      tokenHash: secrets.hashToken(token),
      tokenHint: token.slice(0, HINT_LENGTH),
      createdAtUs: clock.nowUs(),
      validUntilUs: clock.nowUs() + validityS * US_PER_S,
    };
    this.#makeRoom(plugin.id);
    store.add(record);
    this.#add(record, plugin);
    return { record, token };
  }

  /** Who a token belongs to, or INVALID_TOKEN. On the way of every request: one hash, one look-up. */
  authenticate(token: string): Result<Caller> {
    const session = this.#byTokenHash.get(this.#parts.secrets.hashToken(token));
    const nowUs = this.#parts.clock.nowUs();
    if (session === undefined || session.record.validUntilUs <= nowUs) return INVALID_TOKEN;
    session.use.lastUs = nowUs;
    session.pluginUse.lastUs = nowUs;
    return session.granted;
  }

  /** Oldest first. */
  list(): readonly SessionRecord[] {
    return [...this.#byId.values()].map(({ record }) => record);
  }

  /** Oldest first. */
  listInUse(): readonly SessionInUse[] {
    return [...this.#byId.values()].map(({ record, use }) => ({ record, lastUsedAtUs: use.lastUs }));
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  countOf(pluginId: string): number {
    return this.list().filter((session) => session.pluginId === pluginId).length;
  }

  /** Ends a session for good. It is over in memory even if the store then fails. @returns whether there was one */
  end(id: string): boolean {
    const session = this.#byId.get(id);
    if (session === undefined) return false;
    this.#drop(session.record);
    this.#parts.store.remove(id);
    return true;
  }

  /** Ends those whose plugin is gone or disabled, and those that another process has removed from the store. */
  endOrphans(): void {
    const stored = new Set(this.#parts.store.list().map(({ id }) => id));
    const isOrphan = ({ id, pluginId }: SessionRecord) =>
      !stored.has(id) || this.#parts.pluginOf(pluginId)?.enabled !== true;
    const orphans = this.list().filter(isOrphan);
    // All are over before the first write that could fail.
    for (const record of orphans) this.#drop(record);
    for (const { id } of orphans) if (stored.has(id)) this.#parts.store.remove(id);
  }

  /** Calls back when a session has ended, whatever the reason. */
  onEnd(listener: (session: SessionRecord) => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** Lets go of the clock. */
  stop(): void {
    this.#cancelWake();
    this.#cancelSweep();
  }

  #load(record: SessionRecord): void {
    const plugin = this.#parts.pluginOf(record.pluginId);
    const isOver = record.validUntilUs <= this.#parts.clock.nowUs();
    if (isOver || plugin?.enabled !== true) this.#parts.store.remove(record.id);
    else this.#add(record, plugin);
  }

  #add(record: SessionRecord, plugin: PluginRecord): void {
    const caller: Caller = {
      sessionId: record.id,
      ...(record.name !== undefined && { sessionName: record.name }),
      pluginId: plugin.id,
      pluginName: plugin.name,
      scopes: record.scopes,
    };
    const pluginUse = this.#parts.pluginUse.of(plugin.id);
    const { clock, realTime } = this.#parts;
    const endsUs = realTime.nowUs() + record.validUntilUs - clock.nowUs();
    const session = { record, endsUs, granted: ok(caller), use: { lastUs: undefined }, pluginUse };
    this.#byTokenHash.set(record.tokenHash, session);
    this.#byId.set(record.id, session);
    this.#wakeAt(record.validUntilUs);
  }

  #drop(record: SessionRecord): void {
    this.#byTokenHash.delete(record.tokenHash);
    this.#byId.delete(record.id);
    this.#listeners.tell(record);
  }

  /** Bounds the numbers: the plugin's own oldest session goes, or the oldest of the plugin that has most. */
  #makeRoom(pluginId: string): void {
    const { maxSessions, maxSessionsPerPlugin } = this.#parts;
    const sessions = this.list();
    const own = this.countOf(pluginId);
    if (sessions.length < maxSessions && own < maxSessionsPerPlugin) return;
    const loserId = own > 0 ? pluginId : mostFrequent(sessions.map((session) => session.pluginId));
    const oldest = sessions.find((session) => session.pluginId === loserId);
    if (oldest !== undefined) this.end(oldest.id);
  }

  /** One scheduled call at the earliest end is enough for all sessions. */
  #wakeAt(atUs: number): void {
    if (atUs >= this.#wakeUs) return;
    this.#cancelWake();
    this.#wakeUs = atUs;
    this.#cancelWake = this.#parts.clock.schedule(atUs, () => {
      this.#wakeUs = Number.POSITIVE_INFINITY;
      this.#expire();
    });
  }

  #expire(): void {
    const nowUs = this.#parts.clock.nowUs();
    for (const record of this.list()) {
      if (record.validUntilUs > nowUs) this.#wakeAt(record.validUntilUs);
      else this.#expireOne(record);
    }
  }

  /** A token is for a day of people, however the time of a simulation runs. */
  #sweep(): void {
    const nowUs = this.#parts.realTime.nowUs();
    for (const { record, endsUs } of [...this.#byId.values()]) if (endsUs <= nowUs) this.#expireOne(record);
  }

  #expireOne(record: SessionRecord): void {
    this.#drop(record);
    try {
      this.#parts.store.remove(record.id);
    } catch {
      // A full disk must not stop the clock; the next start drops expired sessions.
    }
  }
}

/** Removes the sessions of a plugin from the store: for a command that works beside, or without, a station. */
export function removeStoredSessions(store: SessionStore, pluginId: string): void {
  for (const session of store.list()) if (session.pluginId === pluginId) store.remove(session.id);
}

function mostFrequent(ids: readonly string[]): string | undefined {
  const counts = Map.groupBy(ids, (id) => id);
  return [...counts.values()].sort((a, b) => b.length - a.length)[0]?.[0];
}
