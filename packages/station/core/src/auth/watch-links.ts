import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  type NewWatchLink,
  WATCH_HOURS_MAX,
  WATCH_LINKS_MAX,
  WATCH_SCREENS_MAX,
  type WatchLinkState,
} from '@kitestring/station-contract/station/watch-link.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SessionRecord } from '../ports/session-store.ts';
import { attempt } from '../ports/store.ts';
import type { WatchLinkRecord, WatchLinkStore } from '../ports/watch-link-store.ts';
import { readName } from './name.ts';
import type { SessionOwner, Sessions } from './sessions.ts';

interface WatchLinksDeps {
  readonly clock: Clock;
  /** Time in which a link expires even while `clock` stands still. */
  readonly realTimeClock: Clock;
  readonly store: WatchLinkStore;
  readonly secrets: Pick<Secrets, 'newId' | 'newToken' | 'hashToken'>;
  readonly sessions: Pick<Sessions, 'open' | 'end' | 'ofWatchLink'>;
  readonly ownerOf: (pluginId: string) => SessionOwner | undefined;
  readonly onStoreFault: (fault: unknown) => void;
}

/** A link as its maker sees it. */
export interface WatchLinkView {
  readonly record: WatchLinkRecord;
  readonly madeBy: string;
  readonly state: WatchLinkState;
  readonly screens: number;
}

/** Tells a secret from a token or key when one is found somewhere. */
const PREFIX = 'watch_';
/** A token that leaks is soon worthless; the page of the link gets the next one by itself. */
const TOKEN_VALIDITY_S = 3600;
/** Ended links are listed, so that who asks about one is told what became of it. */
const ENDED_KEPT = 20;

const UNKNOWN = refuse('INVALID_WATCH_LINK.unknown');

/**
 * Watch-only links. Invariants: a session of a link has only the scope `read`, never outlives the link, and never
 * displaces a session of an operator on duty.
 */
export class WatchLinks {
  readonly #deps: WatchLinksDeps;
  /** Real time at which each link expires, counted from when this process first saw it. */
  readonly #realEndsUs = new Map<string, number>();

  constructor(deps: WatchLinksDeps) {
    this.#deps = deps;
    for (const link of deps.store.list()) this.#follow(link);
  }

  /** INSUFFICIENT_SCOPE, INVALID_REQUEST, TOO_MANY_WATCH_LINKS. @returns the link and, only this once, its secret */
  add(caller: Caller, { hours, name: wanted }: NewWatchLink): Result<{ link: WatchLinkView; secret: string }> {
    if (!caller.scopes.includes('read')) {
      return refuse('INSUFFICIENT_SCOPE.operation', { needed: 'read', held: caller.scopes.join(', ') });
    }
    const name = readName('name', wanted);
    if (!name.ok) return name;
    if (hours < 1 || hours > WATCH_HOURS_MAX) {
      return refuse('INVALID_REQUEST', { fault: `hours must be from 1 to ${WATCH_HOURS_MAX}, got ${hours}` });
    }
    const { clock, secrets, store } = this.#deps;
    const valid = this.list().filter(({ state }) => state === 'Valid').length;
    if (valid >= WATCH_LINKS_MAX) {
      return refuse('TOO_MANY_WATCH_LINKS', { most: WATCH_LINKS_MAX, count: valid });
    }
    const secret = PREFIX + secrets.newToken();
    const createdAtUs = clock.nowUs();
    const link: WatchLinkRecord = {
      id: secrets.newId(),
      name: name.value,
      pluginId: caller.callerId,
      secretHash: secrets.hashToken(secret),
      createdAtUs,
      validUntilUs: createdAtUs + hours * 3600 * US_PER_S,
    };
    this.#follow(link);
    store.put(link);
    this.#forgetOldEnded();
    return ok({ link: this.#view(link), secret });
  }

  /** Opens a session for a screen. INVALID_WATCH_LINK, WATCH_LINK_ENDED, WATCH_LINK_FULL. */
  open(secret: string): Result<{ record: SessionRecord; token: string }> {
    const { clock, onStoreFault, ownerOf, secrets, sessions, store } = this.#deps;
    const hash = secrets.hashToken(secret);
    const link = store.list().find(({ secretHash }) => secretHash === hash);
    const plugin = link && ownerOf(link.pluginId);
    if (link === undefined || plugin?.enabled !== true) return UNKNOWN;
    const { id, name } = link;
    const state = this.#state(link);
    if (state !== 'Valid') {
      return refuse(state === 'Revoked' ? 'WATCH_LINK_ENDED.revoked' : 'WATCH_LINK_ENDED.expired', { link: name });
    }
    if (sessions.ofWatchLink(id).length >= WATCH_SCREENS_MAX) {
      return refuse('WATCH_LINK_FULL', { link: name, most: WATCH_SCREENS_MAX });
    }
    // Informational: who watches needs no store.
    attempt(() => store.put({ ...link, lastOpenedAtUs: clock.nowUs() }), onStoreFault);
    const validityS = Math.min(TOKEN_VALIDITY_S, this.#leftUs(link) / US_PER_S);
    return ok(sessions.open(plugin, ['read'], { name, watchLinkId: id, validityS }));
  }

  /** Ends the link and its sessions. WATCH_LINK_NOT_FOUND. */
  revoke(id: string): Result<void> {
    const { clock, sessions, store } = this.#deps;
    const link = store.list().find((one) => one.id === id);
    if (link === undefined) return refuse('WATCH_LINK_NOT_FOUND', { id: quote(id) });
    if (this.#state(link) === 'Valid') store.put({ ...link, revokedAtUs: clock.nowUs() });
    for (const session of sessions.ofWatchLink(id)) sessions.end(session.id);
    return accepted;
  }

  /** Ends all links of a plugin or account, and their sessions. */
  revokeOf(ownerId: string): void {
    for (const { id, pluginId } of this.#deps.store.list()) if (pluginId === ownerId) this.revoke(id);
  }

  /** Newest first. */
  list(): readonly WatchLinkView[] {
    return this.#deps.store
      .list()
      .map((link) => this.#view(link))
      .reverse();
  }

  /** Links of plugins that were disabled end for good, as their tokens do; those of removed ones are gone. */
  endOrphans(): void {
    const { clock, ownerOf, store } = this.#deps;
    for (const link of store.list()) {
      const isOrphan = ownerOf(link.pluginId)?.enabled !== true;
      if (isOrphan && this.#state(link) === 'Valid') store.put({ ...link, revokedAtUs: clock.nowUs() });
    }
  }

  #view(record: WatchLinkRecord): WatchLinkView {
    return {
      record,
      madeBy: this.#deps.ownerOf(record.pluginId)?.name ?? '',
      state: this.#state(record),
      screens: this.#deps.sessions.ofWatchLink(record.id).length,
    };
  }

  #state(link: WatchLinkRecord): WatchLinkState {
    if (link.revokedAtUs !== undefined) return 'Revoked';
    return this.#leftUs(link) > 0 ? 'Valid' : 'Expired';
  }

  /** The nearer of both ends: station time may run ahead, or stand still. */
  #leftUs({ id, validUntilUs }: WatchLinkRecord): number {
    const { clock, realTimeClock } = this.#deps;
    const realEndUs = this.#realEndsUs.get(id) ?? Number.POSITIVE_INFINITY;
    return Math.min(validUntilUs - clock.nowUs(), realEndUs - realTimeClock.nowUs());
  }

  #follow({ id, validUntilUs }: WatchLinkRecord): void {
    const { clock, realTimeClock } = this.#deps;
    this.#realEndsUs.set(id, realTimeClock.nowUs() + validUntilUs - clock.nowUs());
  }

  #forgetOldEnded(): void {
    const ended = this.list().filter(({ state }) => state !== 'Valid');
    for (const { record } of ended.slice(ENDED_KEPT)) {
      this.#deps.store.remove(record.id);
      this.#realEndsUs.delete(record.id);
    }
  }
}
