import type { TokenGrant } from '@kitestring/station-contract/auth/session.ts';

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

/**
 * Tokens requested with an API key; concurrent callers share one request. A token is used until the station refuses it: control
 * belongs to its session, and a new session would wait for it like any other client.
 */
export class KeyTokens implements TokenSource {
  readonly #request: () => Promise<TokenGrant>;
  #held: string | undefined;
  #requested: Promise<string> | undefined;

  constructor(request: () => Promise<TokenGrant>) {
    this.#request = request;
  }

  get held(): string | undefined {
    return this.#held;
  }

  async token(): Promise<string> {
    if (this.#held !== undefined) return this.#held;
    this.#requested ??= this.#renew().finally(() => {
      this.#requested = undefined;
    });
    return this.#requested;
  }

  refused(token: string): boolean {
    if (this.#held === token) this.#held = undefined;
    return true;
  }

  async #renew(): Promise<string> {
    const { access_token: token } = await this.#request();
    this.#held = token;
    return token;
  }
}
