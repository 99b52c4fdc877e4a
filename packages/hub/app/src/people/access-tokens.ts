import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import { bearerToken, subprotocolToken } from '@kitestring/web/http';
import type { HubDeps } from '../hub-deps.ts';
import type { OidcIdentity, OidcProvider } from './oidc-provider.ts';

/** Limit of cached tokens, valid until they expire or not verifiable; the oldest are dropped first. */
const KNOWN_MAX = 5000;
/** A refused program tries again and again: each reason is logged at this interval. */
const TELL_EVERY_MS = 10_000;
/** There are about ten; further ones of a provider are logged later. */
const REASONS_MAX = 16;
/** Three parts of base64url, as in a JWT; API keys of the hub have no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

interface GoodToken {
  readonly personId: string;
  readonly identity: OidcIdentity;
  readonly expiresMs: number;
}

interface AccessTokensDeps extends Pick<HubDeps, 'persons' | 'nowMs' | 'log'> {
  readonly provider: OidcProvider | undefined;
}

/** Access tokens (JWT) of the sign-in provider, with which programs call the API. */
export class AccessTokens {
  readonly #deps: AccessTokensDeps;
  readonly #good = new Map<string, GoodToken>();
  /** Tokens that could not be verified at the last check: they must not be treated as invalid, nor their users as signed out. */
  readonly #unchecked = new Map<string, Refusal>();
  readonly #toldMs = new Map<string, number>();

  constructor(deps: AccessTokensDeps) {
    this.#deps = deps;
  }

  /** Verifies the token of a request. @returns undefined when there is nothing to wait for */
  recognise({ headers }: IncomingMessage): Promise<void> | undefined {
    const token = bearerToken(headers) ?? subprotocolToken(headers);
    if (this.#deps.provider === undefined || token === undefined || !JWT.test(token)) return undefined;
    return this.of(token) === undefined ? this.#check(this.#deps.provider, token) : undefined;
  }

  /** The owner of a token that was verified before. */
  of(token: string): GoodToken | undefined {
    if (!JWT.test(token)) return undefined;
    const good = this.#good.get(tokenKey(token));
    return good !== undefined && good.expiresMs > this.#deps.nowMs() ? good : undefined;
  }

  /** Why a token could not be verified; undefined for a verified one. */
  whyUnchecked(token: string): Refusal | undefined {
    return JWT.test(token) ? this.#unchecked.get(tokenKey(token)) : undefined;
  }

  async #check(provider: OidcProvider, token: string): Promise<void> {
    const { nowMs, persons } = this.#deps;
    const checked = await provider.ofAccessToken(token);
    this.#unchecked.delete(tokenKey(token));
    if (checked.kind !== 'ok') {
      const isAway = checked.kind === 'away';
      if (isAway) this.#leaveUnchecked(token, refusal('SIGN_IN_PROVIDER_AWAY'));
      this.#tell(checked.reason, isAway ? 'cannot be checked' : 'is refused');
      return;
    }
    const { expiresMs, identity } = checked.value;
    let personId: string;
    try {
      personId = await persons.seen(identity, nowMs());
    } catch (fault) {
      this.#leaveUnchecked(token, refusal('STORE_UNUSABLE.unwritable'));
      throw fault;
    }
    for (const [key, { expiresMs: until }] of this.#good) {
      if (until <= nowMs() || this.#good.size >= KNOWN_MAX) this.#good.delete(key);
    }
    this.#good.set(tokenKey(token), { personId, identity, expiresMs });
  }

  #leaveUnchecked(token: string, why: Refusal): void {
    const [oldest] = this.#unchecked.keys();
    if (oldest !== undefined && this.#unchecked.size >= KNOWN_MAX) this.#unchecked.delete(oldest);
    this.#unchecked.set(tokenKey(token), why);
  }

  #tell(fault: string, outcome: string): void {
    const { log, nowMs } = this.#deps;
    for (const [reason, atMs] of this.#toldMs) {
      if (nowMs() - atMs >= TELL_EVERY_MS) this.#toldMs.delete(reason);
    }
    if (this.#toldMs.has(fault) || this.#toldMs.size >= REASONS_MAX) return;
    this.#toldMs.set(fault, nowMs());
    log.warn({ fault }, `an access token of the sign-in provider ${outcome}`);
  }
}

const tokenKey = (token: string): string => hash('sha256', token, 'base64url');
