import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SESSION_IDLE_S, SESSION_MAX_S } from '@kitestring/hubcontract/fleet/session.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { HubDeps } from '../hub-deps.ts';
import {
  type HubSessionRecord,
  HubSessionStore,
  type SignedInPerson,
  type SignInBy,
  type StoredSession,
} from './hub-session-store.ts';
import { newSecret, recordKeyOf, type SessionCookie } from './session-cookie.ts';

/** A replica believes what it has read for so long. The end of a sign-in is told at once; this is for a lost message. */
const FRESH_MS = 5000;
/** While the broker is away, known sign-ins go on for so long. */
const WITHOUT_BROKER_MS = 600_000;
/** Uses are noted so often. */
const NOTE_USE_MS = 60_000;
/** The provider is asked again about a person so often: a role that was taken away there ends here. */
const ASK_EVERY_MS = 600_000;
/** Attempts to keep a new refresh token, against others that note uses. */
const CHANGES_MAX = 5;
/** Look-ups at once; a flood of invented cookies waits for nothing. */
const LOOK_UPS_MAX = 256;

const ENDED = SUBJECTS.administration('session_ended');

interface Known extends StoredSession {
  /** When the broker was asked. */
  readonly readMs: number;
}

/** Meaning of the cookie of a request. */
type Recognised =
  | { readonly kind: 'session'; readonly key: string; readonly record: HubSessionRecord }
  | { readonly kind: 'ended' }
  /** The broker is away, and this replica does not know the cookie. */
  | { readonly kind: 'unavailable' };

export interface HubSessionsDeps extends Pick<HubDeps, 'connection' | 'nowMs' | 'log'> {
  readonly isConnected: () => boolean;
  /** Copies of the bucket; 1 when absent. */
  readonly streamReplicas?: number;
  /**
   * Asks the provider again about a person.
   * @returns `ended` when it no longer knows the person, undefined when it does not answer
   */
  readonly renew: (person: SignedInPerson, secret: string) => Promise<SignedInPerson | 'ended' | undefined>;
}

/** Sign-ins of this hub: any replica serves each of them, and all of them notice its end at once. */
export class HubSessions {
  readonly #deps: HubSessionsDeps;
  readonly #store: HubSessionStore;
  readonly #known = new Map<string, Known>();
  /** Cookies of these: they open what is sealed in the records. */
  readonly #secrets = new Map<string, string>();
  /** Sign-ins that are being noted. */
  readonly #busy = new Set<string>();
  /** Times of questions to the provider that the broker was to note, and has not said that it did. */
  readonly #unsure = new Map<string, number>();
  /** When others were told to end; an answer of the broker may be older. */
  readonly #ended = new Map<string, number>();
  readonly #recognised = new WeakMap<IncomingMessage, Recognised>();
  readonly #listeners = new Set<(id: string) => void>();
  #lookUps = 0;

  constructor(deps: HubSessionsDeps) {
    this.#deps = deps;
    this.#store = new HubSessionStore(deps.connection, deps.isConnected, deps.streamReplicas);
    deps.connection.subscribe(ENDED, {
      callback: (error, message) => {
        if (error === null) this.#end(message.string());
      },
    });
  }

  /** Sign-ins that this replica knows. */
  get size(): number {
    return this.#known.size;
  }

  /** Called with the id of a sign-in that this replica knew, when it ends. @returns a function that ends it */
  onEnded(listener: (id: string) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @returns the secret for the cookie @throws StoreFault when the broker is away */
  async open(by: (secret: string) => SignInBy): Promise<{ secret: string; key: string; record: HubSessionRecord }> {
    const nowMs = this.#deps.nowMs();
    const secret = newSecret();
    const key = recordKeyOf(secret);
    const record: HubSessionRecord = { v: 1, id: randomUUID(), ...by(secret), openedMs: nowMs, usedMs: nowMs };
    this.#known.set(key, { ...(await this.#store.add(key, record)), readMs: nowMs });
    return { secret, key, record };
  }

  /** Looks up what the cookie of a request stands for. @returns undefined when there is nothing to wait for */
  recognise(request: IncomingMessage, cookie: SessionCookie): Promise<void> | undefined {
    const secret = request.headers.authorization === undefined ? cookie.read(request.headers) : undefined;
    if (secret === undefined) return undefined;
    const key = recordKeyOf(secret);
    const known = this.#known.get(key);
    if (known !== undefined) this.#secrets.set(key, secret);
    if (known !== undefined && this.#deps.nowMs() - known.readMs < FRESH_MS) {
      this.#recognised.set(request, this.#use(key, known));
      return undefined;
    }
    return this.#read(key).then((recognised) => {
      if (recognised.kind === 'session') this.#secrets.set(key, secret);
      this.#recognised.set(request, recognised);
    });
  }

  /** The record as this replica knows it now; undefined when it does not. */
  current(key: string): HubSessionRecord | undefined {
    return this.#known.get(key)?.record;
  }

  /** Undefined for a request without a cookie. */
  of(request: IncomingMessage): Recognised | undefined {
    return this.#recognised.get(request);
  }

  /** Ends a sign-in everywhere. @throws StoreFault when the broker is away */
  async end(key: string): Promise<void> {
    await this.#store.remove(key);
    this.#deps.connection.publish(ENDED, key);
    this.#end(key);
  }

  /** Those that are open, at any replica. @throws StoreFault when the broker is away */
  async list(): Promise<readonly HubSessionRecord[]> {
    const records = (await this.#store.all()).map(([, record]) => record);
    return records.filter((record) => !this.#isOver(record));
  }

  /** Ends all that fit. @throws StoreFault when the broker is away */
  async endAll(fits: (record: HubSessionRecord) => boolean): Promise<void> {
    for (const [key, record] of await this.#store.all()) if (fits(record)) await this.end(key);
  }

  /**
   * Ends what is over, and notes open WebSockets as a use. To be called about each 30 s.
   * @param isOpen whether a sign-in has WebSockets at this replica
   */
  async check(isOpen: (id: string) => boolean): Promise<void> {
    const oldMs = this.#deps.nowMs() - NOTE_USE_MS;
    for (const [key, endedMs] of this.#ended) if (endedMs < oldMs) this.#ended.delete(key);
    for (const [key, { readMs, record }] of this.#known) {
      if (isOpen(record.id)) await this.#read(key);
      else if (readMs < this.#deps.nowMs() - WITHOUT_BROKER_MS) this.#drop(key);
    }
  }

  async #read(key: string): Promise<Recognised> {
    const { nowMs } = this.#deps;
    const known = this.#known.get(key);
    if (this.#lookUps >= LOOK_UPS_MAX) return this.#withoutBroker(key, known);
    this.#lookUps += 1;
    try {
      const stored = await this.#store.get(key);
      if (stored === undefined || this.#ended.has(key)) {
        this.#forget(key);
        return { kind: 'ended' };
      }
      const read = { ...stored, readMs: nowMs() };
      this.#known.set(key, read);
      return this.#use(key, read);
    } catch {
      return this.#withoutBroker(key, known);
    } finally {
      this.#lookUps -= 1;
    }
  }

  #withoutBroker(key: string, known: Known | undefined): Recognised {
    const isTrusted = known !== undefined && this.#deps.nowMs() - known.readMs < WITHOUT_BROKER_MS;
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
      this.#upkeep(key, known).catch((error) => this.#deps.log.warn({ err: error }, 'a sign-in could not be noted'));
    }
    return { kind: 'session', key, record };
  }

  #isOver({ openedMs, usedMs }: HubSessionRecord): boolean {
    const nowMs = this.#deps.nowMs();
    return nowMs - openedMs >= SESSION_MAX_S * 1000 || nowMs - usedMs >= SESSION_IDLE_S * 1000;
  }

  /** Notes the use, and asks the provider again about a person when that is due; one at a time for each sign-in. */
  async #upkeep(key: string, known: Known): Promise<void> {
    if (this.#busy.has(key)) return;
    this.#busy.add(key);
    try {
      const { record } = known;
      const nowMs = this.#deps.nowMs();
      const person = this.#isAskDue(key, known) ? record.person : undefined;
      const askedMs = this.#unsure.get(key) ?? nowMs;
      // Only the replica that notes it asks: a refresh token that is used twice is taken for a stolen one.
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

  /** Also when this replica has noted that it asks, and did not learn so. */
  #isAskDue(key: string, { record: { person } }: Known): boolean {
    if (person?.sealed === undefined) return false;
    return this.#deps.nowMs() - person.askedMs >= ASK_EVERY_MS || person.askedMs === this.#unsure.get(key);
  }

  async #askAgain(key: string, person: SignedInPerson): Promise<void> {
    const secret = this.#secrets.get(key);
    const renewed = secret === undefined ? undefined : await this.#deps.renew(person, secret);
    if (renewed === 'ended') await this.end(key);
    for (let attempt = 0; attempt < CHANGES_MAX && typeof renewed === 'object'; attempt += 1) {
      const stored = await this.#store.get(key);
      if (stored === undefined) return;
      const known = { ...stored, readMs: this.#deps.nowMs() };
      if (await this.#change(key, known, { ...stored.record, person: renewed })) return;
    }
  }

  /** @returns false when another replica was faster, or the broker is away */
  async #change(key: string, known: Known, record: HubSessionRecord): Promise<boolean> {
    const stored = await this.#store.replace(key, known, record);
    if (stored === undefined) return false;
    if (this.#known.has(key)) this.#known.set(key, { ...stored, readMs: known.readMs });
    return true;
  }

  #drop(key: string): void {
    this.#known.delete(key);
    this.#secrets.delete(key);
    this.#unsure.delete(key);
  }

  #end(key: string): void {
    this.#ended.set(key, this.#deps.nowMs());
    this.#forget(key);
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    this.#drop(key);
    if (known === undefined) return;
    for (const listener of this.#listeners) listener(known.record.id);
  }
}
