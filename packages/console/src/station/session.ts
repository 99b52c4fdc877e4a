import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Session as GrantedSession } from '@kitestring/contract/auth/session.ts';

/** What the page may do now, and as whom. */
export type SessionState =
  | { readonly kind: 'signedOut' }
  /** The token has ended while the page was open: what is on the page stays, greyed, behind the sign-in. */
  | { readonly kind: 'ended' }
  | SignedIn;

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly client: KitestringClient;
  readonly token: string;
  /** Id of the session, by which the station names this page to others. */
  readonly sessionId: string;
  readonly pluginName: string;
  readonly scopes: readonly string[];
}

export interface SignInRequest {
  readonly key: string;
  /** Keep the token for a reload of this tab. */
  readonly isKept: boolean;
  /** Ask for everything that the key may do, administration included. */
  readonly isAdministrator: boolean;
}

const KEPT_TOKEN = 'kitestring.token';
/** For one reload that the page itself makes; gone when the page is there again. */
const CARRIED_TOKEN = 'kitestring.carried-token';
const SESSION_NAME = 'console';
/** What a duty needs: a page that is left open must not be able to make keys. */
const SCOPES_OF_DUTY: readonly Scope[] = ['read', 'control', 'can_override', 'experimental'];

/**
 * Who uses the page. The API key is given once and turned into a token at once; the token is kept in memory, and in the
 * storage of this tab where the user asks for it.
 */
export class Session {
  readonly #stationUrl: string;
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { kind: 'signedOut' };

  constructor(stationUrl: string, storage: Storage) {
    this.#stationUrl = stationUrl;
    this.#storage = storage;
  }

  get state(): SessionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @throws ApiError when the key is wrong, ConnectionError when the station does not answer */
  async signIn({ key, isAdministrator, isKept }: SignInRequest): Promise<void> {
    const grant = await this.#grantOf(key, isAdministrator);
    if (isKept) this.#storage.setItem(KEPT_TOKEN, grant.access_token);
    else this.#forgetToken();
    this.#begin(grant);
  }

  /** The page is going to load itself anew, and goes on as it is, whether the user wanted the token kept or not. */
  carryOverReload(): void {
    if (this.#state.kind === 'signedIn') this.#storage.setItem(CARRIED_TOKEN, this.#state.token);
  }

  /** Goes on with the token of before a reload, if it still holds. */
  async resume(): Promise<void> {
    const token = this.#storage.getItem(CARRIED_TOKEN) ?? this.#storage.getItem(KEPT_TOKEN);
    if (token === null) return;
    const client = new KitestringClient({ url: this.#stationUrl, token });
    try {
      const tokens = await client.auth.listTokens();
      this.#storage.removeItem(CARRIED_TOKEN);
      const own = tokens.find(({ access_token: held }) => held === token);
      if (own !== undefined) this.#begin(own, client);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.#forgetToken();
      else throw error;
    }
  }

  /** Gives the token back. */
  async signOut(): Promise<void> {
    if (this.#state.kind !== 'signedIn') return;
    const { client } = this.#state;
    this.#forgetToken();
    this.#become({ kind: 'signedOut' });
    await client.auth.invalidateToken().catch(() => undefined);
    await client.close();
  }

  /** Told of every fault that a call or a topic of a client ends with. One that comes late from the sign-in of before ends nothing. */
  noticed(error: unknown, client: KitestringClient): void {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (this.#state.kind !== 'signedIn' || this.#state.client !== client) return;
    this.#forgetToken();
    void client.close();
    this.#become({ kind: 'ended' });
  }

  /** A key that was made for less than a duty gets what it was made for. */
  async #grantOf(key: string, isAdministrator: boolean): Promise<GrantedSession> {
    const guest = new KitestringClient({ url: this.#stationUrl });
    const everything = { grant_type: 'client_credentials', client_secret: key, token_name: SESSION_NAME } as const;
    if (isAdministrator) return guest.auth.requestToken(everything);
    try {
      return await guest.auth.requestToken({ ...everything, scope: SCOPES_OF_DUTY.join(' ') });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SCOPE_NOT_GRANTED') return guest.auth.requestToken(everything);
      throw error;
    }
  }

  #forgetToken(): void {
    this.#storage.removeItem(KEPT_TOKEN);
    this.#storage.removeItem(CARRIED_TOKEN);
  }

  #begin(grant: GrantedSession, client?: KitestringClient): void {
    const token = grant.access_token;
    this.#become({
      kind: 'signedIn',
      client: client ?? new KitestringClient({ url: this.#stationUrl, token }),
      token,
      sessionId: grant.id,
      pluginName: grant.plugin_name ?? '',
      scopes: grant.scopes,
    });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
