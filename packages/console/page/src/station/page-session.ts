import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Store } from '@kitestring/console-ui/store.ts';
import { invalidateToken } from '@kitestring/station-contract/auth/operations.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Session, TokenGrant } from '@kitestring/station-contract/auth/session.ts';
import { API_BASE } from '@kitestring/station-contract/operation.ts';
import type { AccountGrant, SignedInAccount } from '@kitestring/station-contract/station/account.ts';
import { mayFly } from '@kitestring/station-contract/station/account-role.ts';
import { loadPageFacts, type PageFacts } from './page-facts.ts';

/** Permissions of the page and its identity. */
type SessionState =
  | { readonly kind: 'signedOut' }
  /** The token has expired while the page was open: the page stays, greyed, behind the sign-in. */
  | { readonly kind: 'ended'; readonly atMs: number }
  | SignedIn;

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly client: KitestringClient;
  /** Undefined if the cookie of a hub is used. */
  readonly token: string | undefined;
  /** Id of the session, which identifies this page to others. */
  readonly sessionId: string;
  readonly pluginName: string;
  readonly scopes: readonly string[];
  /** Allowed by the role of the account or at the hub; true with an API key. */
  readonly mayFly: boolean;
  /** Account of the session; undefined with an API key. */
  readonly account: SignedInAccount | undefined;
}

export interface SignInRequest {
  readonly key: string;
  /** Keep the token for a reload of this tab. */
  readonly isKept: boolean;
  /** Request all scopes of the key, including administration. */
  readonly isAdministrator: boolean;
}

const KEPT_TOKEN = 'kitestring.token';
/** For one reload by the page itself; removed afterwards. */
const CARRIED_TOKEN = 'kitestring.carried-token';
/** Stored with either token: its account. */
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

  /**
   * Starts, with the sign-in from before a reload if it is still valid. @throws Error when the station does not answer
   */
  async start(): Promise<PageFacts> {
    const [facts] = await Promise.all([loadPageFacts(this.stationUrl), this.resume()]);
    return facts;
  }

  /** @throws ApiError when the key is wrong, ConnectionError when the station does not answer */
  async signIn({ key, isAdministrator, isKept }: SignInRequest): Promise<void> {
    this.open(await this.#grant(key, isAdministrator), isKept);
  }

  /** Starts or continues with a token from a sign-in. */
  open(grant: Session | AccountGrant, isKept: boolean): void {
    // A tab has one token: the previous one would stay valid until it expires.
    const before = this.state.kind === 'signedIn' ? this.state.token : this.#storage.getItem(KEPT_TOKEN);
    if (typeof before === 'string') void this.#giveBack(before);
    const account = 'account' in grant ? grant.account : undefined;
    this.#forgetToken();
    if (isKept) this.#keep(KEPT_TOKEN, grant.access_token, account);
    this.#begin(grant, account);
  }

  /**
   * Continues, or starts, with the next token of a watch link. The previous one stays valid until it is retired, so
   * that its data is shown until the next one has data. @throws ApiError, ConnectionError
   */
  async openLink(secret: string): Promise<TokenGrant> {
    const grant = await new KitestringClient({ url: this.stationUrl }).station.openWatchLink({ secret });
    this.#begin(grant, undefined);
    return grant;
  }

  /** Revokes the token of an earlier sign-in and closes its connections. */
  async retire({ client }: SignedIn): Promise<void> {
    await client.auth.invalidateToken().catch(() => undefined);
    await client.close();
  }

  /** The page will reload itself, and keeps the token whatever the user has chosen. */
  carryOverReload(): void {
    if (this.state.kind !== 'signedIn' || this.state.token === undefined) return;
    this.#keep(CARRIED_TOKEN, this.state.token, this.state.account);
  }

  /** The page is closed: its session ends, unless the user or a reload keeps it. */
  async leave(): Promise<void> {
    if (this.state.kind !== 'signedIn' || this.state.token === undefined) return;
    const { token } = this.state;
    const isWanted = [KEPT_TOKEN, CARRIED_TOKEN].some((name) => this.#storage.getItem(name) === token);
    if (!isWanted) await this.#giveBack(token);
  }

  /** Continues with the token from before a reload, if it is still valid. */
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

  /** Revokes the token. */
  async signOut(): Promise<void> {
    if (this.state.kind !== 'signedIn') return;
    const { client } = this.state;
    this.#forgetToken();
    this.become({ kind: 'signedOut' });
    await client.auth.invalidateToken().catch(() => undefined);
    await client.close();
  }

  /** Called with each error of a call or a topic of a client. A late one from the previous sign-in ends nothing. */
  noticed(error: unknown, client: KitestringClient): void {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (this.state.kind !== 'signedIn' || this.state.client !== client) return;
    this.#forgetToken();
    void client.close();
    this.become({ kind: 'ended', atMs: performance.now() });
  }

  /** Also works in a page that is being closed, whose other requests are dropped. */
  async #giveBack(token: string): Promise<void> {
    const { method, path } = invalidateToken;
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${this.stationUrl}${API_BASE}${path}`, { method, headers, keepalive: true }).catch(() => undefined);
  }

  /** A key with fewer scopes gets those that it has. */
  async #grant(key: string, isAdministrator: boolean): Promise<Session> {
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

  /** Account stored by the page itself. */
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
