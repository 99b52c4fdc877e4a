import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Cancel } from '@kitestring/base/clock.ts';
import { SESSION_IDLE_S, SESSION_MAX_S } from '@kitestring/hub-contract/fleet/session.ts';
import { inTurn } from '../database/in-turn.ts';
import type { HubDeps } from '../hub-deps.ts';
import { type ReplicaNews, SIGN_INS_TOLD_MAX } from '../replicas/replica-news.ts';
import type { CookieSecrets } from './cookie-secrets.ts';
import {
  type HubSessionRecord,
  HubSessionStore,
  type SignedInPerson,
  type SignInBy,
  type SignOut,
  type StoredSession,
} from './hub-session-store.ts';
import { recordKey, type SessionCookie } from './session-cookie.ts';

/** Time for which a replica trusts its copy. The end of a sign-in is announced at once; this covers a lost message. */
export const FRESH_MS = 5000;
/** While the database is unavailable, known sign-ins continue for this time; one that is not used at this replica is forgotten after it. */
const WITHOUT_DATABASE_MS = 600_000;
/** Interval at which uses are recorded. */
const NOTE_USE_MS = 60_000;
/** Interval at which the provider is asked about a person: a role that was removed there ends here. */
const ASK_EVERY_MS = 600_000;
/** Attempts to store a new refresh token against concurrent updates of uses. */
const CHANGES_MAX = 5;
/** Simultaneous look-ups. */
const LOOK_UPS_MAX = 256;

interface Known extends StoredSession {
  /** Time of the database query. */
  readonly readMs: number;
  /** Last request at this replica. */
  readonly seenMs: number;
}

/** Meaning of the cookie of a request. */
type Recognised =
  | { readonly kind: 'session'; readonly key: string; readonly record: HubSessionRecord }
  | { readonly kind: 'ended' }
  /** The database is unavailable, and this replica does not know the cookie. */
  | { readonly kind: 'unavailable' };

export interface HubSessionsDeps extends Pick<HubDeps, 'database' | 'nowMs' | 'log'> {
  readonly secrets: CookieSecrets;
  readonly news: Pick<ReplicaNews, 'tell' | 'on'>;
  /**
   * Asks the provider about a person again.
   * @returns `ended` when it no longer knows the person, undefined when it does not answer
   */
  readonly renew: (person: SignedInPerson, secret: string) => Promise<SignedInPerson | 'ended' | undefined>;
}

/** Sign-ins of this hub: any replica serves each of them, and all notice its end at once. */
export class HubSessions {
  readonly #deps: HubSessionsDeps;
  readonly #store: HubSessionStore;
  readonly #known = new Map<string, Known>();
  /** Secrets of their cookies, which decrypt parts of the records. */
  readonly #secrets = new Map<string, string>();
  readonly #reading = new Map<string, Promise<Recognised>>();
  /** Sign-ins that are being updated. */
  readonly #busy = new Set<string>();
  /** Times of requests to the provider whose update in the database was not confirmed. */
  readonly #unsure = new Map<string, number>();
  readonly #recognised = new WeakMap<IncomingMessage, Recognised>();
  readonly #listeners = new Set<(id: string) => void>();
  /** Number of ends that this replica has learned of: an earlier read may be outdated. */
  #ends = 0;

  constructor(deps: HubSessionsDeps) {
    this.#deps = deps;
    this.#store = new HubSessionStore(deps.database);
    deps.news.on('sign_ins', ({ keys }) => this.#end(keys));
  }

  /** Number of sign-ins known to this replica. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * Called with the id of a sign-in known to this replica when it ends. @returns a function that removes the listener
   */
  onEnded(listener: (id: string) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** See `HubSessionStore`. @throws StoreFault when the database is unavailable */
  lastSignOut(): Promise<number> {
    return this.#store.lastSignOut();
  }

  /**
   * @param affirmedAfter for a person: `lastSignOut` from before the provider was asked
   * @returns the secret for the cookie; undefined when the person or key was removed or signed out meanwhile
   * @throws StoreFault when the database is unavailable
   */
  async open(
    by: (secret: string) => SignInBy,
    affirmedAfter = 0,
  ): Promise<{ secret: string; key: string; record: HubSessionRecord } | undefined> {
    const nowMs = this.#deps.nowMs();
    const secret = this.#deps.secrets.make();
    const key = recordKey(secret);
    const record: HubSessionRecord = { id: randomUUID(), ...by(secret), openedMs: nowMs, usedMs: nowMs };
    const ends = this.#ends;
    const ended = await this.#store.add(key, record, affirmedAfter);
    if (ended === undefined) return undefined;
    // Otherwise it may have ended already: the database knows.
    if (ends === this.#ends) this.#known.set(key, { record, revision: 0, readMs: nowMs, seenMs: nowMs });
    this.haveEnded(ended);
    return { secret, key, record };
  }

  /** Looks up the cookie of a request. @returns undefined when there is nothing to wait for */
  recognise(request: IncomingMessage, cookie: SessionCookie): Promise<void> | undefined {
    const secret = request.headers.authorization === undefined ? cookie.read(request.headers) : undefined;
    if (secret === undefined) return undefined;
    if (!this.#deps.secrets.isOwn(secret)) {
      this.#recognised.set(request, { kind: 'ended' });
      return undefined;
    }
    const key = recordKey(secret);
    const known = this.#known.get(key);
    const nowMs = this.#deps.nowMs();
    if (known !== undefined) {
      this.#secrets.set(key, secret);
      this.#known.set(key, { ...known, seenMs: nowMs });
    }
    if (known !== undefined && nowMs - known.readMs < FRESH_MS) {
      this.#recognised.set(request, this.#use(key, known));
      return undefined;
    }
    return this.#read(key).then((recognised) => {
      if (recognised.kind === 'session') this.#secrets.set(key, secret);
      this.#recognised.set(request, recognised);
    });
  }

  /** The record as known to this replica now; undefined when it is unknown. */
  current(key: string): HubSessionRecord | undefined {
    return this.#known.get(key)?.record;
  }

  /** Undefined for a request without a cookie. A sign-in may have ended since the headers arrived. */
  of(request: IncomingMessage): Recognised | undefined {
    const recognised = this.#recognised.get(request);
    return recognised?.kind === 'session' && !this.#known.has(recognised.key) ? { kind: 'ended' } : recognised;
  }

  /** Ends a sign-in everywhere. @throws StoreFault when the database is unavailable */
  async end(key: string): Promise<void> {
    this.haveEnded(await this.#store.remove('key', key));
  }

  /** Ends a sign-in by its id. @returns false if there is none */
  async endOf(id: string): Promise<boolean> {
    const keys = await this.#store.remove('id', id);
    this.haveEnded(keys);
    return keys.length > 0;
  }

  /** Ends what the provider has signed out. @throws StoreFault when the database is unavailable */
  async signOut(ended: SignOut): Promise<void> {
    this.haveEnded(await this.#store.signOut(ended, this.#deps.nowMs()));
  }

  /** They were removed from the database: announces this to every replica. */
  haveEnded(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#end(keys);
    this.#deps.news.tell('sign_ins', { keys: keys.slice(0, SIGN_INS_TOLD_MAX) });
  }

  /** Their API key was removed, and they with it. */
  endOfKey(keyId: string): void {
    this.#end([...this.#known].flatMap(([key, { record }]) => (record.keyId === keyId ? [key] : [])));
  }

  /** Open sign-ins at any replica, most recently used first. @throws StoreFault when the database is unavailable */
  async list(limit: number): Promise<readonly HubSessionRecord[]> {
    return (await this.#store.list(limit)).filter((record) => !this.#isOver(record));
  }

  /** Reads all known sign-ins again, because a message of their end may be lost. Called every `FRESH_MS`. */
  readonly readAgain = inTurn(async () => {
    const keys = [...this.#known.keys()];
    if (keys.length === 0) return;
    const readMs = this.#deps.nowMs();
    const stored = await this.#store.get(keys);
    for (const key of keys) {
      const found = stored.get(key);
      if (found === undefined) this.#forget(key);
      else this.#keep(key, found, readMs);
    }
  });

  /**
   * Ends expired sign-ins, and records open WebSockets as a use. Called about every 30 s.
   * @param isOpen whether a sign-in has WebSockets at this replica
   * @throws StoreFault when the database is unavailable
   */
  async check(isOpen: (id: string) => boolean): Promise<void> {
    const nowMs = this.#deps.nowMs();
    for (const [key, known] of this.#known) {
      if (isOpen(known.record.id)) this.#asKnown(key);
      else if (known.seenMs < nowMs - WITHOUT_DATABASE_MS) this.#drop(key);
    }
    this.#end(await this.#store.removeOver(nowMs));
  }

  /** Reads once for several requests with the same cookie. */
  #read(key: string): Promise<Recognised> {
    const others = this.#reading.get(key);
    if (others !== undefined) return others;
    if (this.#reading.size >= LOOK_UPS_MAX) return Promise.resolve(this.#asKnown(key));
    const read = this.#ask(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, read);
    return read;
  }

  async #ask(key: string): Promise<Recognised> {
    try {
      for (;;) {
        const ends = this.#ends;
        const readMs = this.#deps.nowMs();
        const stored = (await this.#store.get([key])).get(key);
        if (ends !== this.#ends) continue;
        if (stored === undefined) {
          this.#forget(key);
          return { kind: 'ended' };
        }
        if (!this.#known.has(key)) this.#known.set(key, { ...stored, readMs, seenMs: readMs });
        return this.#use(key, this.#keep(key, stored, readMs));
      }
    } catch {
      return this.#asKnown(key);
    }
  }

  /** Caches the result; a change by this replica may be newer. */
  #keep(key: string, stored: StoredSession, readMs: number): Known {
    const known = this.#known.get(key);
    const { record, revision } = known !== undefined && known.revision > stored.revision ? known : stored;
    const kept = { record, revision, readMs, seenMs: known?.seenMs ?? readMs };
    if (known !== undefined) this.#known.set(key, kept);
    return kept;
  }

  /** From what this replica has read before. */
  #asKnown(key: string): Recognised {
    const known = this.#known.get(key);
    const isTrusted = known !== undefined && this.#deps.nowMs() - known.readMs < WITHOUT_DATABASE_MS;
    return isTrusted ? this.#use(key, known) : { kind: 'unavailable' };
  }

  #use(key: string, known: Known): Recognised {
    const { record } = known;
    const nowMs = this.#deps.nowMs();
    if (this.#isOver(record)) {
      this.#forget(key);
      return { kind: 'ended' };
    }
    if (nowMs - record.usedMs > NOTE_USE_MS || this.#isAskDue(key, known)) {
      this.#upkeep(key, known).catch((error) => this.#deps.log.warn({ err: error }, 'a sign-in could not be recorded'));
    }
    return { kind: 'session', key, record };
  }

  #isOver({ openedMs, usedMs }: HubSessionRecord): boolean {
    const nowMs = this.#deps.nowMs();
    return nowMs - openedMs >= SESSION_MAX_S * 1000 || nowMs - usedMs >= SESSION_IDLE_S * 1000;
  }

  /** Records the use, and asks the provider about a person when that is due; one at a time per sign-in. */
  async #upkeep(key: string, known: Known): Promise<void> {
    if (this.#busy.has(key)) return;
    this.#busy.add(key);
    try {
      const { record } = known;
      const nowMs = this.#deps.nowMs();
      const person = this.#isAskDue(key, known) ? record.person : undefined;
      const askedMs = this.#unsure.get(key) ?? nowMs;
      // Only the replica that records the request sends it: a refresh token that is used twice looks stolen.
      const asked = person === undefined ? {} : { person: { ...person, askedMs } };
      if (person === undefined) this.#unsure.delete(key);
      else this.#unsure.set(key, askedMs);
      const isNoted = await this.#change(key, known, { ...record, ...asked, usedMs: nowMs });
      if (!isNoted) return;
      this.#unsure.delete(key);
      if (person !== undefined) await this.#askAgain(key, person);
    } finally {
      this.#busy.delete(key);
    }
  }

  /** True also when this replica has recorded its request without getting the confirmation. */
  #isAskDue(key: string, { record: { person } }: Known): boolean {
    if (person?.sealed === undefined) return false;
    return this.#deps.nowMs() - person.askedMs >= ASK_EVERY_MS || person.askedMs === this.#unsure.get(key);
  }

  async #askAgain(key: string, person: SignedInPerson): Promise<void> {
    const secret = this.#secrets.get(key);
    const renewed = secret === undefined ? undefined : await this.#deps.renew(person, secret);
    if (renewed === 'ended') await this.end(key);
    for (let attempt = 0; attempt < CHANGES_MAX && typeof renewed === 'object'; attempt += 1) {
      const stored = (await this.#store.get([key])).get(key);
      if (stored === undefined || (await this.#change(key, stored, { ...stored.record, person: renewed }))) return;
    }
  }

  /** @returns false when another replica was faster, or the database is unavailable */
  async #change(key: string, before: StoredSession, record: HubSessionRecord): Promise<boolean> {
    const stored = await this.#store.replace(key, before, record);
    const known = this.#known.get(key);
    if (stored !== undefined && known !== undefined) this.#known.set(key, { ...known, ...stored });
    return stored !== undefined;
  }

  #drop(key: string): void {
    this.#known.delete(key);
    this.#secrets.delete(key);
    this.#unsure.delete(key);
  }

  #end(keys: readonly string[]): void {
    if (keys.length > 0) this.#ends += 1;
    for (const key of keys) this.#forget(key);
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    this.#drop(key);
    if (known === undefined) return;
    for (const listener of this.#listeners) listener(known.record.id);
  }
}
