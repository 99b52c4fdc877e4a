import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { HashLane } from '@kitestring/base/key-check.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { AccessTokenRequest } from '@kitestring/station-contract/auth/access-token-request.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { grantScopes, inOrder, quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import type { PluginSelfUpdatableFields } from '@kitestring/station-contract/auth/plugin-self-update.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Session } from '@kitestring/station-contract/auth/session.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { SCOPES_OF_ROLE } from '@kitestring/station-contract/station/account-role.ts';
import type { PasskeySignIn } from '@kitestring/station-contract/station/passkey.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { AccountRecord, AccountStore } from '../ports/account-store.ts';
import type { PluginRecord, PluginStore } from '../ports/plugin-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SessionRecord, SessionStore } from '../ports/session-store.ts';
import type { WatchLinkStore } from '../ports/watch-link-store.ts';
import type { StationSettings } from '../station-settings.ts';
import { Accounts } from './accounts.ts';
import { maskedToken } from './masked-token.ts';
import { readName } from './name.ts';
import { Passkeys, type RelyingParty } from './passkeys.ts';
import { PluginAdministration } from './plugin-administration.ts';
import { PluginAlerts } from './plugin-alerts.ts';
import { PluginUse } from './plugin-use.ts';
import { type PluginView, viewOfPlugin } from './plugin-view.ts';
import { type IssuedPluginKey, type PluginRegistration, Plugins } from './plugins.ts';
import { RefusedRequests } from './refused-requests.ts';
import type { PluginSelfStatus } from './self-status.ts';
import { SelfStatuses } from './self-statuses.ts';
import { type SessionOwner, Sessions } from './sessions.ts';
import { WatchLinks } from './watch-links.ts';

interface AuthDeps {
  readonly clock: Clock;
  /** Real time, in which tokens and old keys expire even while a simulated clock stands still. */
  readonly realTimeClock: Clock;
  readonly plugins: PluginStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly watchLinks: WatchLinkStore;
  readonly secrets: Secrets;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly tokens: StationSettings['tokens'];
  /** Called when the store did not take what a sign-in writes, which succeeds all the same. */
  readonly onStoreFault?: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

interface PasswordSignIn {
  readonly login: string;
  readonly password: string;
  /** Queue in which the slow hash waits; `known` when absent. */
  readonly lane?: HashLane;
}

/** A newly opened session of an account. */
export interface OpenedAccount {
  readonly session: Session;
  readonly account: AccountRecord;
}

/** A newly opened session. */
interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
}

/** Access to the station: plugins, their keys and their sessions. */
export class Auth {
  /** Plugin management for an operator's console. */
  readonly administration: PluginAdministration;
  /** People who sign in with a name of their own. */
  readonly accounts: Accounts;
  /** The way in without a password. */
  readonly passkeys: Passkeys;
  /** Links with which others watch. */
  readonly watchLinks: WatchLinks;
  readonly #deps: AuthDeps;
  readonly #plugins: Plugins;
  readonly #sessions: Sessions;
  readonly #pluginUse: PluginUse;
  readonly #refusedRequests = new RefusedRequests();
  readonly #selfStatuses = new SelfStatuses((id) => this.#sessions.has(id));
  readonly #errors: PluginAlerts;
  readonly #askedWhileDisabled: PluginAlerts;

  constructor(deps: AuthDeps) {
    const { clock, onStoreFault = () => {}, realTimeClock, secrets, tokens } = deps;
    this.#deps = deps;
    this.#plugins = new Plugins({
      clock,
      realTimeClock,
      secrets,
      store: deps.plugins,
      rotatedKeyGraceS: tokens.rotatedKeyGraceS,
    });
    this.accounts = new Accounts({
      clock,
      realTimeClock,
      secrets,
      store: deps.accounts,
      endSessionsOf: (id, exceptId) => this.#sessions.endOf(id, exceptId),
      revokeLinksOf: (id) => this.watchLinks.revokeOf(id),
      isOpen: (id) => this.#sessions.has(id),
      onStoreFault,
    });
    this.passkeys = new Passkeys({ accounts: this.accounts, clock, realTimeClock, secrets });
    const owner = (id: string) => this.owner(id);
    const pluginUse = new PluginUse(deps.plugins, onStoreFault);
    this.#pluginUse = pluginUse;
    const { onBug, sessions: store } = deps;
    const held = { ownerOf: owner, pluginUse, onBug, onStoreFault };
    this.#sessions = new Sessions({ clock, realTimeClock, secrets, store, ...held, ...tokens });
    const administered = { plugins: this.#plugins, sessions: this.#sessions, refusedRequests: this.#refusedRequests };
    this.administration = new PluginAdministration(administered);
    this.watchLinks = new WatchLinks({
      clock,
      realTimeClock,
      secrets,
      store: deps.watchLinks,
      sessions: this.#sessions,
      ownerOf: owner,
      onStoreFault,
    });
    this.#errors = new PluginAlerts(deps.notifications, 'PLUGIN_ERROR');
    this.#askedWhileDisabled = new PluginAlerts(deps.notifications, 'DISABLED_PLUGIN_REQUESTED_TOKEN');
    this.#plugins.onChange(() => this.#followOwners());
    this.accounts.onChange(() => this.#followOwners());
    this.#sessions.onEnd((session) => this.#followSelfStatus(session));
  }

  /**
   * Issues a token for an API key. Refuses with INVALID_API_KEY, PLUGIN_DISABLED, SCOPE_NOT_GRANTED, INVALID_REQUEST
   * (name). Takes the same time for every key of the same form. @throws the rejection of `Secrets.hashKey` when too
   * many keys wait
   */
  async requestToken(question: AccessTokenRequest): Promise<Result<Session>> {
    const { key, lane, scope, name } = question;
    const found = await this.pluginOfKey(key, lane);
    // As it is now: others may have acted since the key was found.
    const plugin = found && this.#plugins.get(found.id);
    if (plugin === undefined) return refuse('INVALID_API_KEY');
    if (!plugin.enabled) return this.#refuseDisabled(plugin, question);
    const scopes = grantScopes(scope, plugin.scopes);
    if (!scopes.ok) return scopes;
    const sessionName = readTokenName(name);
    if (!sessionName.ok) return sessionName;
    this.#pluginUse.markUsed(plugin.id, this.#deps.clock.nowUs());
    const { record, token } = this.#sessions.open(plugin, scopes.value, { name: sessionName.value });
    return ok(this.#toWire(record, token));
  }

  /**
   * Issues a token for login and password. INVALID_SIGN_IN, ACCOUNT_DISABLED. @throws the rejection of
   * `Secrets.isPassword` when too many wait
   */
  async signIn({ lane, login, password }: PasswordSignIn): Promise<Result<OpenedAccount>> {
    const account = await this.accounts.withPassword(login, password, lane);
    return account === undefined ? refuse('INVALID_SIGN_IN.wrong') : this.openAccount(account);
  }

  /** Issues a token for a signature by a passkey. INVALID_SIGN_IN, ACCOUNT_DISABLED. */
  signInWithPasskey(signed: PasskeySignIn, party: RelyingParty): Result<OpenedAccount> {
    const account = this.passkeys.signIn(signed, party);
    return account.ok ? this.openAccount(account.value) : account;
  }

  /** Issues a token for an account that has proved who it is. ACCOUNT_DISABLED, INVALID_SIGN_IN. */
  openAccount({ epoch, id }: AccountRecord): Result<OpenedAccount> {
    const account = this.accounts.get(id);
    // A proof from before a change that ended its access counts no more.
    if (account?.epoch !== epoch) return refuse('INVALID_SIGN_IN.wrong');
    if (!account.enabled) return refuse('ACCOUNT_DISABLED', { account: account.name });
    this.#pluginUse.markUsed(account.id, this.#deps.clock.nowUs());
    const { record, token } = this.#sessions.open(account, SCOPES_OF_ROLE[account.role]);
    return ok({ session: this.#toWire(record, token), account });
  }

  /** Issues a token for the secret of a link. INVALID_WATCH_LINK, WATCH_LINK_ENDED, WATCH_LINK_FULL. */
  openWatchLink(secret: string): Result<Session> {
    const opened = this.watchLinks.open(secret);
    return opened.ok ? ok(this.#toWire(opened.value.record, opened.value.token)) : opened;
  }

  /**
   * Returns the plugin, enabled or not, of an API key; takes the same time for every key of the same form.
   * @throws the rejection of `Secrets.hashKey` when too many keys wait
   */
  pluginOfKey(key: string, lane?: HashLane): Promise<PluginRecord | undefined> {
    return this.#plugins.findByKey(key, lane);
  }

  /** Returns the caller of a token, or INVALID_TOKEN. Synchronous, and cheap enough for every request. */
  authenticate(token: string): Result<Caller> {
    return this.#sessions.authenticate(token);
  }

  /**
   * Opens a further session of the caller's plugin, for a component that acts on behalf of the caller.
   * INSUFFICIENT_SCOPE for a scope that the caller's token lacks, INVALID_TOKEN when the caller's session has ended.
   */
  openFor(caller: Caller, scopes: readonly Scope[], name: string): Result<OpenedSession> {
    const plugin = this.owner(caller.callerId);
    if (plugin === undefined || !this.#sessions.has(caller.sessionId)) {
      return refuse('INVALID_TOKEN.sessionGone', { session: caller.sessionId });
    }
    const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0) return refuse('INSUFFICIENT_SCOPE.component', { client: name, needed: missing.join(', ') });
    const { record, token } = this.#sessions.open(plugin, inOrder(scopes), { name });
    return ok({ sessionId: record.id, token });
  }

  /** Ends the caller's session. SESSION_NOT_FOUND. */
  invalidate(caller: Caller): Result<void> {
    if (this.#sessions.end(caller.sessionId)) return accepted;
    return refuse('SESSION_NOT_FOUND.gone', { session: caller.sessionId });
  }

  /** All sessions; only the caller's own includes its token, the others show its beginning. */
  list(caller: Caller, ownToken: string): Session[] {
    return this.#sessions.list().map((session) => {
      return this.#toWire(session, session.id === caller.sessionId ? ownToken : maskedToken(session));
    });
  }

  /**
   * Updates the status that a plugin reports about itself. PLUGIN_NOT_FOUND, INVALID_SELF_STATUS, INVALID_TOKEN when
   * the session has ended.
   */
  updatePlugin(caller: Caller, body: PluginSelfUpdatableFields): Result<void> {
    const { callerId: pluginId, sessionId } = caller;
    // A status ends with the plugin's last session, so there must be one.
    if (!this.#sessions.has(sessionId)) return refuse('INVALID_TOKEN.sessionGone', { session: sessionId });
    if (body.plugin_id !== undefined && body.plugin_id !== pluginId) {
      return refuse('PLUGIN_NOT_FOUND.notOwn', { own: pluginId, got: quote(body.plugin_id) });
    }
    const shown = this.#selfStatuses.update(caller, body);
    if (!shown.ok) return shown;
    this.#showError(pluginId, shown.value);
    return accepted;
  }

  /** The plugin or account that owns sessions and links. */
  owner(id: string): SessionOwner | undefined {
    return this.#plugins.get(id) ?? this.accounts.get(id);
  }

  /** Sessions that an account has, and when it last did something. */
  useOf({ id, lastUsedAtUs }: AccountRecord): { readonly sessions: number; readonly lastUsedAtUs: number | undefined } {
    return { sessions: this.#sessions.count(id), lastUsedAtUs: this.#pluginUse.lastUs(id) ?? lastUsedAtUs };
  }

  /** Calls back when a session has ended: expired, invalidated, evicted, or its plugin disabled or removed. */
  onSessionEnd(listener: (sessionId: string) => void): Cancel {
    return this.#sessions.onEnd(({ id }) => listener(id));
  }

  /** All plugin records, oldest first. */
  pluginRecords(): readonly PluginRecord[] {
    return this.#plugins.list();
  }

  /** Calls back when plugins may have changed: added, removed, enabled, disabled, a key rotated. */
  onPluginsChange(listener: () => void): Cancel {
    return this.#plugins.onChange(listener);
  }

  /** Oldest first. */
  pluginList(): readonly PluginView[] {
    return this.#plugins.list().map((plugin) => this.pluginView(plugin));
  }

  /** Present view of a plugin. */
  pluginView(plugin: PluginRecord): PluginView {
    return viewOfPlugin(plugin, {
      sessions: this.#sessions.count(plugin.id),
      lastUsedAtUs: this.#pluginUse.lastUs(plugin.id) ?? plugin.lastUsedAtUs,
      selfStatus: this.#selfStatuses.of(plugin.id),
      nowUs: this.#deps.clock.nowUs(),
    });
  }

  /** Registers a plugin. INVALID_REQUEST. @returns its key, to be shown once */
  addPlugin(plugin: PluginRegistration): Promise<Result<IssuedPluginKey>> {
    return this.#plugins.add(plugin);
  }

  /** Gives a plugin a new key; the old one is valid for the grace period. PLUGIN_NOT_FOUND. @param graceS the setting when absent */
  rotateKey(id: string, graceS?: number): Promise<Result<IssuedPluginKey>> {
    return this.#plugins.rotateKey(id, graceS);
  }

  /** Disabling ends the plugin's sessions. PLUGIN_NOT_FOUND. */
  setEnabled(id: string, enabled: boolean): Result<void> {
    return this.#plugins.setEnabled(id, enabled);
  }

  /** Removes a plugin and ends its sessions. PLUGIN_NOT_FOUND. */
  removePlugin(id: string): Result<void> {
    return this.#plugins.remove(id);
  }

  /** See `Plugins.ensureFirst`. @returns the created key, to be shown once */
  ensureFirstPlugin({ key }: { readonly key?: string } = {}): Promise<string | undefined> {
    return this.#plugins.ensureFirst(key);
  }

  /** Whether a session is open. */
  isOpen(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /**
   * Follows the station after a reset to a snapshot, which has another time and other notifications. Plugins, accounts,
   * sessions and links stay as they are: a reset gives back nothing that was taken.
   */
  restored(): void {
    this.#sessions.followTime();
    this.#errors.show();
    this.#askedWhileDisabled.show();
  }

  /** Saves the last use of the plugins and cancels all timers. */
  stop(): void {
    this.#pluginUse.save();
    this.#sessions.stop();
  }

  #refuseDisabled({ id, name }: PluginRecord, question: AccessTokenRequest): Result<never> {
    const tokenName = readTokenName(question.name);
    const { address } = question;
    const origin = {
      pluginId: id,
      pluginName: name,
      ...(tokenName.ok && tokenName.value !== undefined && { tokenName: tokenName.value }),
      ...(address !== undefined && { address }),
    };
    this.#refusedRequests.add(origin, this.#deps.clock.nowUs());
    this.#askedWhileDisabled.raise(id, { plugin_name: name });
    return refuse('PLUGIN_DISABLED', { plugin: name });
  }

  #followOwners(): void {
    this.#sessions.endOrphans();
    this.watchLinks.endOrphans();
    const isShutOut = (id: string) => this.#plugins.get(id)?.enabled === false;
    for (const id of this.#askedWhileDisabled.causes()) if (!isShutOut(id)) this.#askedWhileDisabled.clear(id);
    this.#refusedRequests.keepOnly(isShutOut);
    this.#pluginUse.keepOnly((id) => this.owner(id) !== undefined);
  }

  /** A plugin without a session has no status. */
  #followSelfStatus({ id, pluginId }: SessionRecord): void {
    this.#selfStatuses.sessionEnded(id, pluginId, this.#sessions.count(pluginId) > 0);
    this.#showError(pluginId, this.#selfStatuses.of(pluginId));
  }

  #showError(pluginId: string, { status, text }: PluginSelfStatus): void {
    const plugin_name = this.owner(pluginId)?.name;
    if (status !== 'Error' || plugin_name === undefined) this.#errors.clear(pluginId);
    else this.#errors.raise(pluginId, { plugin_name, text: alertText(text) });
  }

  #toWire({ id, pluginId, scopes, name, validUntilUs, createdAtUs }: SessionRecord, accessToken: string): Session {
    const pluginName = this.owner(pluginId)?.name;
    return {
      id,
      plugin_id: pluginId,
      ...(pluginName !== undefined && { plugin_name: pluginName }),
      scopes: [...scopes],
      ...(name !== undefined && { name }),
      valid_until: formatTimestamp(validUntilUs),
      created_at: formatTimestamp(createdAtUs),
      access_token: accessToken,
    };
  }
}

/** Length of a plugin's own text in a notification; the full text is in the plugin's state. */
const ALERT_TEXT_MAX = 1000;

const alertText = (text: string): string =>
  text === '' ? 'no details given' : text.slice(0, ALERT_TEXT_MAX).toWellFormed();

/** A session needs no name; a given name must be valid. INVALID_REQUEST. */
const readTokenName = (name: string | undefined): Result<string | undefined> =>
  name === undefined || name.trim() === '' ? ok(undefined) : readName('token_name', name);
