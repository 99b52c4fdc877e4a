import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { AccountRole } from '@kitestring/station-contract/station/account-role.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SessionRecord, SessionStore } from '../ports/session-store.ts';
import { attempt } from '../ports/store.ts';
import type { PluginUse, Use } from './plugin-use.ts';

/** Who owns sessions: a plugin or an account. */
export interface SessionOwner {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Sessions of earlier epochs are over. */
  readonly epoch: number;
  /** Role of its account; absent for a session of a key or a link. */
  readonly role?: AccountRole;
}

interface SessionsDeps {
  readonly clock: Clock;
  /** Time in which a session expires even while `clock` stands still. */
  readonly realTimeClock: Clock;
  readonly store: SessionStore;
  readonly secrets: Pick<Secrets, 'newId' | 'newToken' | 'hashToken'>;
  /** Validity of a token, seconds. */
  readonly validityS: number;
  readonly maxSessions: number;
  readonly maxSessionsPerPlugin: number;
  /** The owner of a session; undefined when it may not have sessions. */
  readonly ownerOf: (pluginId: string) => SessionOwner | undefined;
  readonly pluginUse: PluginUse;
  readonly onStoreFault: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

/** Special properties of a session. */
interface SessionOptions {
  readonly name?: string | undefined;
  readonly watchLinkId?: string;
  /** The setting when absent. */
  readonly validityS?: number;
}

/** A session, and when it was last used. */
export interface SessionInUse {
  readonly record: SessionRecord;
  /** Undefined: not since the start. */
  readonly lastUsedAtUs: number | undefined;
}

/** A session with precomputed data for its requests. */
interface LiveSession {
  readonly record: SessionRecord;
  /** Real time. */
  readonly endsUs: number;
  readonly granted: Result<Caller>;
  readonly use: Use;
  readonly pluginUse: Use;
  /** Undefined until the token has been used. */
  token?: string;
}

/** Delay after the end of a session, in real time, until it is removed. */
const SWEEP_EVERY_S = 10;
/** 36 of the 256 random bits of a token: enough to recognise it. */
const HINT_LENGTH = 6;

const INVALID_TOKEN = refuse('INVALID_TOKEN.unknown');

/**
 * Valid tokens. They survive a restart; an ended session never returns. One that the store cannot take is valid all the same, until the
 * station ends: people must be able to sign in and land.
 */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #byTokenHash = new Map<string, LiveSession>();
  /** Sessions by used token, so that only the first request needs a hash. Wrong tokens are never cached. */
  readonly #byToken = new Map<string, LiveSession>();
  readonly #byId = new Map<string, LiveSession>();
  readonly #listeners: Listeners<[SessionRecord]>;
  readonly #expiry: WakeUp;
  readonly #cancelSweep: Cancel;

  /** Loads the stored sessions; expired ones, and those of removed or disabled plugins, are dropped. */
  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#listeners = new Listeners('session', deps.onBug);
    this.#expiry = new WakeUp(deps.clock, () => this.#expire());
    for (const record of deps.store.list()) this.#load(record);
    this.#cancelSweep = every(deps.realTimeClock, SWEEP_EVERY_S * US_PER_S, () => this.#sweep());
  }

  /**
   * Opens a session. At the limit an old one ends (see `#makeRoom`). @returns the session and, only this once, its
   * token
   */
  open(
    plugin: SessionOwner,
    scopes: readonly Scope[],
    { name, validityS = this.#deps.validityS, watchLinkId }: SessionOptions = {},
  ): { record: SessionRecord; token: string } {
    const { clock, onStoreFault, secrets, store } = this.#deps;
    const token = secrets.newToken();
    const record: SessionRecord = {
      id: secrets.newId(),
      pluginId: plugin.id,
      epoch: plugin.epoch,
      ...(name !== undefined && { name }),
      ...(watchLinkId !== undefined && { watchLinkId }),
      scopes,
      tokenHash: secrets.hashToken(token),
      tokenHint: token.slice(0, HINT_LENGTH),
      createdAtUs: clock.nowUs(),
      validUntilUs: clock.nowUs() + validityS * US_PER_S,
    };
    // Screens of links have a separate limit: they never end the session of an operator on duty.
    if (watchLinkId === undefined) attempt(() => this.#makeRoom(plugin.id), onStoreFault);
    attempt(() => store.add(record), onStoreFault);
    this.#add(record, plugin);
    return { record, token };
  }

  /** Returns the caller of a token, or INVALID_TOKEN. Part of every request: one look-up, and a hash on first use. */
  authenticate(token: string): Result<Caller> {
    const session = this.#byToken.get(token) ?? this.#findByHash(token);
    const nowUs = this.#deps.clock.nowUs();
    if (session === undefined || session.record.validUntilUs <= nowUs || !this.#isOfNow(session.record)) {
      return INVALID_TOKEN;
    }
    session.use.lastUs = nowUs;
    session.pluginUse.lastUs = nowUs;
    return session.granted;
  }

  #findByHash(token: string): LiveSession | undefined {
    const session = this.#byTokenHash.get(this.#deps.secrets.hashToken(token));
    if (session === undefined) return undefined;
    session.token = token;
    this.#byToken.set(token, session);
    return session;
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

  /** Sessions of the plugin itself, without the screens of its links. */
  count(pluginId: string): number {
    return this.#ownSessions().filter((session) => session.pluginId === pluginId).length;
  }

  /** Screens on which a link is open. */
  ofWatchLink(watchLinkId: string): readonly SessionRecord[] {
    return this.list().filter((session) => session.watchLinkId === watchLinkId);
  }

  #ownSessions(): readonly SessionRecord[] {
    return this.list().filter(({ watchLinkId }) => watchLinkId === undefined);
  }

  /** Ends a session for good; in memory even if the store then fails. @returns false when there was none */
  end(id: string): boolean {
    const session = this.#byId.get(id);
    if (session === undefined) return false;
    this.#drop(session.record);
    this.#deps.store.remove(id);
    return true;
  }

  /** Ends all sessions of a plugin or account, those of its links included. @param exceptId one that goes on */
  endOf(pluginId: string, exceptId?: string): void {
    this.#endAll(this.list().filter(({ id, pluginId: owner }) => owner === pluginId && id !== exceptId));
  }

  /** Ends sessions of removed or disabled owners, and those of an earlier epoch. */
  endOrphans(): void {
    this.#endAll(this.list().filter((record) => !this.#isOfNow(record)));
  }

  /** All end before the first write that could fail. */
  #endAll(records: readonly SessionRecord[]): void {
    for (const record of records) this.#drop(record);
    for (const { id } of records) this.#deps.store.remove(id);
  }

  #isOfNow({ epoch, pluginId }: SessionRecord): boolean {
    const owner = this.#deps.ownerOf(pluginId);
    return owner?.enabled === true && owner.epoch === epoch;
  }

  /** Calls back when a session has ended, whatever the reason. */
  onEnd(listener: (session: SessionRecord) => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** After a jump of station time. */
  followTime(): void {
    this.#expiry.cancel();
    this.#expire();
  }

  /** Cancels all timers. */
  stop(): void {
    this.#expiry.cancel();
    this.#cancelSweep();
  }

  #load(record: SessionRecord): void {
    const plugin = this.#deps.ownerOf(record.pluginId);
    const isOver = record.validUntilUs <= this.#deps.clock.nowUs();
    if (isOver || plugin === undefined || !this.#isOfNow(record)) this.#deps.store.remove(record.id);
    else this.#add(record, plugin);
  }

  #add(record: SessionRecord, plugin: SessionOwner): LiveSession {
    const caller: Caller = {
      sessionId: record.id,
      ...(record.name !== undefined && { sessionName: record.name }),
      ...(record.watchLinkId !== undefined && { watchLinkId: record.watchLinkId }),
      callerId: plugin.id,
      callerName: plugin.name,
      // A screen of a watch link only watches: it does not have the role of the link's creator.
      ...(plugin.role !== undefined && record.watchLinkId === undefined && { role: plugin.role }),
      scopes: record.scopes,
    };
    const pluginUse = this.#deps.pluginUse.of(plugin.id);
    const { clock, realTimeClock } = this.#deps;
    const endsUs = realTimeClock.nowUs() + record.validUntilUs - clock.nowUs();
    const session: LiveSession = { record, endsUs, granted: ok(caller), use: { lastUs: undefined }, pluginUse };
    this.#byTokenHash.set(record.tokenHash, session);
    this.#byId.set(record.id, session);
    this.#wakeAt(record.validUntilUs);
    return session;
  }

  #drop(record: SessionRecord): void {
    const token = this.#byId.get(record.id)?.token;
    if (token !== undefined) this.#byToken.delete(token);
    this.#byTokenHash.delete(record.tokenHash);
    this.#byId.delete(record.id);
    this.#listeners.tell(record);
  }

  /** Enforces the limits: ends the plugin's own oldest session, or the oldest of the plugin with the most. */
  #makeRoom(pluginId: string): void {
    const { maxSessions, maxSessionsPerPlugin } = this.#deps;
    const sessions = this.#ownSessions();
    const own = this.count(pluginId);
    if (sessions.length < maxSessions && own < maxSessionsPerPlugin) return;
    const loserId = own > 0 ? pluginId : mostFrequent(sessions.map((session) => session.pluginId));
    const oldest = sessions.find((session) => session.pluginId === loserId);
    if (oldest !== undefined) this.end(oldest.id);
  }

  /** One scheduled call at the earliest end is enough for all sessions. */
  #wakeAt(atUs: number): void {
    if (atUs < this.#expiry.atUs) this.#expiry.at(atUs);
  }

  #expire(): void {
    const nowUs = this.#deps.clock.nowUs();
    for (const record of this.list()) {
      if (record.validUntilUs > nowUs) this.#wakeAt(record.validUntilUs);
      else this.#expireOne(record);
    }
  }

  /** Tokens also expire in real time, at any speed of a simulation. */
  #sweep(): void {
    const nowUs = this.#deps.realTimeClock.nowUs();
    for (const { record, endsUs } of [...this.#byId.values()]) if (endsUs <= nowUs) this.#expireOne(record);
  }

  #expireOne(record: SessionRecord): void {
    this.#drop(record);
    try {
      this.#deps.store.remove(record.id);
    } catch {
      // A full disk must not stop the clock; the next start drops expired sessions.
    }
  }
}

function mostFrequent(ids: readonly string[]): string | undefined {
  const counts = Map.groupBy(ids, (id) => id);
  return [...counts.values()].sort((a, b) => b.length - a.length)[0]?.[0];
}
