import type { TokenGrant } from '@kitestring/contract/auth/session.ts';

/** Where the access token comes from. */
export interface TokenSource {
  /** A token that is thought to be valid. */
  token(): Promise<string>;
  /** The station refused this token. @returns whether another one can be had */
  refused(token: string): boolean;
  /** The token in hand, if there is one that this source has asked for itself. */
  readonly held: string | undefined;
}

/** One token that somebody else looks after. */
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

/** A token is renewed when this part of its life is over, so that no request meets its end. */
const RENEWED_AFTER = 0.9;

/** Tokens that an API key gets: one at a time, however many ask for it. */
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
