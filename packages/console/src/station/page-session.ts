import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { invalidateToken } from '@kitestring/contract/auth/operations.ts';
import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Session, TokenGrant } from '@kitestring/contract/auth/session.ts';
import { API_BASE } from '@kitestring/contract/operation.ts';
import type { AccountGrant, SignedInAccount } from '@kitestring/contract/station/account.ts';
import { mayFly } from '@kitestring/contract/station/account-role.ts';
import { Store } from '@kitestring/kit/store.ts';
import { loadPageFacts, type PageFacts } from './page-facts.ts';

/** Permissions of the page and its identity. */
type SessionState =
  | { readonly kind: 'signedOut' }
  /** The token has ended while the page was open: what is on the page stays, greyed, behind the sign-in. */
  | { readonly kind: 'ended'; readonly atMs: number }
  | SignedIn;

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly client: KitestringClient;
  /** Undefined where the cookie of a hub signs in. */
  readonly token: string | undefined;
  /** Id of the session, by which the station names this page to others. */
  readonly sessionId: string;
  readonly pluginName: string;
  readonly scopes: readonly string[];
  /** The role allows it, of the account or at the hub; true with an API key. */
  readonly mayFly: boolean;
  /** Whose session it is; undefined with an API key. */
  readonly account: SignedInAccount | undefined;
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
/** Beside either token: whose it is. */
const KEPT_ACCOUNT = 'kitestring.account';
const SESSION_NAME = 'console';
/** Scopes for operation: an unattended page must not be able to create keys. */
const SCOPES_OF_DUTY: readonly Scope[] = ['read', 'control', 'can_override', 'experimental'];

/**
 * The sign-in of the page. The API key is exchanged for a token at once; the token is held in memory, and in the
 * storage of this tab if the user chooses so.
 */
export class PageSession extends Store<SessionState> {
  /** Base URL of its API, without a slash at the end. */
  readonly stationUrl: string;
  readonly #storage: Storage;

  constructor(stationUrl: string, storage: Storage) {
    super({ kind: 'signedOut' });
    this.stationUrl = stationUrl;
    this.#storage = storage;
  }

  get state(): SessionState {
    return this.snapshot();
  }

  /** Begins, with the sign-in of before a reload if it still holds. @throws Error when the station does not answer */
  async start(): Promise<PageFacts> {
    const [facts] = await Promise.all([loadPageFacts(this.stationUrl), this.resume()]);
    return facts;
  }

  /** @throws ApiError when the key is wrong, ConnectionError when the station does not answer */
  async signIn({ key, isAdministrator, isKept }: SignInRequest): Promise<void> {
    this.open(await this.#grantOf(key, isAdministrator), isKept);
  }

  /** Begins, or continues, with a token that a sign-in has given. */
  open(grant: Session | AccountGrant, isKept: boolean): void {
    // A tab has one token: the one of before would live on until it ends by itself.
    const before = this.state.kind === 'signedIn' ? this.state.token : this.#storage.getItem(KEPT_TOKEN);
    if (typeof before === 'string') void this.#giveBack(before);
    const account = 'account' in grant ? grant.account : undefined;
    this.#forgetToken();
    if (isKept) this.#keep(KEPT_TOKEN, grant.access_token, account);
    this.#begin(grant, account);
  }

  /**
   * Goes on, or begins, with the next token of a link for watching. The one of before lives on until it is retired: what it
   * shows stays until the next shows it too. @throws ApiError, ConnectionError
   */
  async openLink(secret: string): Promise<TokenGrant> {
    const grant = await new KitestringClient({ url: this.stationUrl }).station.openWatchLink({ secret });
    this.#begin(grant, undefined);
    return grant;
  }

  /** Gives the token of an earlier sign-in back and ends its connections. */
  async retire({ client }: SignedIn): Promise<void> {
    await client.auth.invalidateToken().catch(() => undefined);
    await client.close();
  }

  /** The page is about to reload itself, and keeps the token regardless of the user's choice. */
  carryOverReload(): void {
    if (this.state.kind !== 'signedIn' || this.state.token === undefined) return;
    this.#keep(CARRIED_TOKEN, this.state.token, this.state.account);
  }

  /** The page goes for good: its session ends with it, unless the user or a reload wants it kept. */
  async leave(): Promise<void> {
    if (this.state.kind !== 'signedIn' || this.state.token === undefined) return;
    const { token } = this.state;
    const isWanted = [KEPT_TOKEN, CARRIED_TOKEN].some((name) => this.#storage.getItem(name) === token);
    if (!isWanted) await this.#giveBack(token);
  }

  /** Goes on with the token of before a reload, if it still holds. */
  async resume(): Promise<void> {
    const token = this.#storage.getItem(CARRIED_TOKEN) ?? this.#storage.getItem(KEPT_TOKEN);
    if (token === null) return;
    const client = new KitestringClient({ url: this.stationUrl, token });
    try {
      const tokens = await client.auth.listTokens();
      this.#storage.removeItem(CARRIED_TOKEN);
      const own = tokens.find(({ access_token: held }) => held === token);
      if (own !== undefined) this.#begin(own, this.#keptAccount(), client);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.#forgetToken();
      else throw error;
    }
  }

  /** Gives the token back. */
  async signOut(): Promise<void> {
    if (this.state.kind !== 'signedIn') return;
    const { client } = this.state;
    this.#forgetToken();
    this.become({ kind: 'signedOut' });
    await client.auth.invalidateToken().catch(() => undefined);
    await client.close();
  }

  /** Told of every fault that a call or a topic of a client ends with. One that comes late from the sign-in of before ends nothing. */
  noticed(error: unknown, client: KitestringClient): void {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (this.state.kind !== 'signedIn' || this.state.client !== client) return;
    this.#forgetToken();
    void client.close();
    this.become({ kind: 'ended', atMs: performance.now() });
  }

  /** Also from a page that is about to be gone, whose other requests are dropped. */
  async #giveBack(token: string): Promise<void> {
    const { method, path } = invalidateToken;
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${this.stationUrl}${API_BASE}${path}`, { method, headers, keepalive: true }).catch(() => undefined);
  }

  /** A key that was made for less than a duty gets what it was made for. */
  async #grantOf(key: string, isAdministrator: boolean): Promise<Session> {
    const guest = new KitestringClient({ url: this.stationUrl });
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
    this.#storage.removeItem(KEPT_ACCOUNT);
  }

  #keep(name: string, token: string, account: SignedInAccount | undefined): void {
    this.#storage.setItem(name, token);
    if (account !== undefined) this.#storage.setItem(KEPT_ACCOUNT, JSON.stringify(account));
  }

  /** Data that the page itself has stored. */
  #keptAccount(): SignedInAccount | undefined {
    const text = this.#storage.getItem(KEPT_ACCOUNT);
    return text === null ? undefined : (JSON.parse(text) as SignedInAccount);
  }

  #begin(grant: Session, account: SignedInAccount | undefined, client?: KitestringClient): void {
    const token = grant.access_token;
    this.become({
      kind: 'signedIn',
      client: client ?? new KitestringClient({ url: this.stationUrl, token }),
      token,
      sessionId: grant.id,
      pluginName: grant.plugin_name ?? '',
      scopes: grant.scopes,
      mayFly: mayFly(account?.role),
      account,
    });
  }
}
