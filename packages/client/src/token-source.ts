import type { TokenGrant } from '@kitestring/contract/auth/session.ts';

/** Source of the access token. */
export interface TokenSource {
  /** A token that is assumed to be valid. */
  token(): Promise<string>;
  /** The station refused this token. @returns whether another one is available */
  refused(token: string): boolean;
  /** The current token, if this source requested it itself. */
  readonly held: string | undefined;
}

/** One token that the caller manages. */
export class FixedToken implements TokenSource {
  readonly held = undefined;
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  async token(): Promise<string> {
    return this.#token;
  }

  refused(): boolean {
    return false;
  }
}

/** A token is renewed after this share of its lifetime, so that no request uses an expired one. */
const RENEWED_AFTER = 0.9;

/** Tokens requested with an API key; concurrent callers share one request. */
export class KeyTokens implements TokenSource {
  readonly #request: () => Promise<TokenGrant>;
  readonly #nowMs: () => number;
  #held: { readonly token: string; readonly renewAtMs: number } | undefined;
  #requested: Promise<string> | undefined;

  constructor(request: () => Promise<TokenGrant>, nowMs: () => number) {
    this.#request = request;
    this.#nowMs = nowMs;
  }

  get held(): string | undefined {
    return this.#held?.token;
  }

  async token(): Promise<string> {
    if (this.#held !== undefined && this.#nowMs() < this.#held.renewAtMs) return this.#held.token;
    this.#requested ??= this.#renew().finally(() => {
      this.#requested = undefined;
    });
    return this.#requested;
  }

  refused(token: string): boolean {
    if (this.#held?.token === token) this.#held = undefined;
    return true;
  }

  async #renew(): Promise<string> {
    const grant = await this.#request();
    const lifeMs = (grant.expires_in ?? Number.POSITIVE_INFINITY) * 1000;
    this.#held = { token: grant.access_token, renewAtMs: this.#nowMs() + lifeMs * RENEWED_AFTER };
    return grant.access_token;
  }
}
