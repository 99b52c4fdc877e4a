import type { PluginState } from '@kitestring/contract/admin/plugin.ts';
import type { PluginSelfUpdatableFields } from '@kitestring/contract/auth/plugin-self-update.ts';
import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Session } from '@kitestring/contract/auth/session.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Caller } from '../caller.ts';
import type { OnBug } from '../containment.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import type { PluginRecord, PluginStore } from '../ports/plugin-store.ts';
import type { HashLane, Secrets } from '../ports/secrets.ts';
import type { SessionRecord, SessionStore } from '../ports/session-store.ts';
import { accepted, ok, type Result, refuse } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';
import { maskedToken } from './masked-token.ts';
import { readName } from './name.ts';
import { PluginAdministration } from './plugin-administration.ts';
import { PluginAlerts } from './plugin-alerts.ts';
import { PluginUse } from './plugin-use.ts';
import { type IssuedKey, type NewPlugin, Plugins } from './plugins.ts';
import { RefusedRequests } from './refused-requests.ts';
import { grantScopes, inOrder, quote } from './scopes.ts';
import { NO_SELF_STATUS, type PluginSelfStatus, updatedSelfStatus } from './self-status.ts';
import { Sessions } from './sessions.ts';

export interface AuthParts {
  readonly clock: Clock;
  /** Time of people, in which tokens and old keys end even while a simulated clock stands. */
  readonly realTime: Clock;
  readonly plugins: PluginStore;
  readonly sessions: SessionStore;
  readonly secrets: Secrets;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly tokens: StationSettings['tokens'];
  readonly onBug?: OnBug | undefined;
}

export interface TokenQuestion {
  readonly key: string;
  /** Words separated by spaces; all scopes of the plugin when absent or empty. */
  readonly scope?: string;
  /** Name of the session, for lists. */
  readonly name?: string;
  /** Where the request came from, for the operator. */
  readonly address?: string;
  /** In which queue a slow hash waits; `known` when absent. */
  readonly lane?: HashLane;
}

/** A session that was just opened. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
}

/** A plugin as its operator sees it. */
export interface PluginView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly enabled: boolean;
  readonly state: PluginState;
  /** What the plugin says about itself; empty when nothing. */
  readonly selfStatusText: string;
  readonly sessions: number;
  readonly createdAtUs: number;
  /** When its key or one of its tokens was last used; absent when never. */
  readonly lastUsedAtUs?: number;
  /** Until when the key before the last rotation is valid; absent when there is none. */
  readonly previousKeyValidUntilUs?: number;
}

/** Who may talk to the station: plugins, their keys and their sessions. */
export class Auth {
  /** What an operator's seat may do. */
  readonly administration: PluginAdministration;
  readonly #parts: AuthParts;
  readonly #plugins: Plugins;
  readonly #sessions: Sessions;
  readonly #pluginUse: PluginUse;
  readonly #refusedRequests = new RefusedRequests();
  readonly #selfStatus = new Map<string, PluginSelfStatus>();
  readonly #errors: PluginAlerts;
  readonly #askedWhileDisabled: PluginAlerts;

  constructor(parts: AuthParts) {
    const { clock, realTime, secrets, tokens } = parts;
    this.#parts = parts;
    this.#plugins = new Plugins({
      clock,
      realTime,
      secrets,
      store: parts.plugins,
      rotatedKeyGraceS: tokens.rotatedKeyGraceS,
    });
    const pluginOf = (id: string) => this.#plugins.get(id);
    const pluginUse = new PluginUse(parts.plugins);
    this.#pluginUse = pluginUse;
    const { onBug, sessions: store } = parts;
    this.#sessions = new Sessions({ clock, realTime, secrets, store, pluginOf, pluginUse, onBug, ...tokens });
    const administered = { plugins: this.#plugins, sessions: this.#sessions, refusedRequests: this.#refusedRequests };
    this.administration = new PluginAdministration(administered);
    this.#errors = new PluginAlerts(parts.notifications, 'PLUGIN_ERROR');
    this.#askedWhileDisabled = new PluginAlerts(parts.notifications, 'DISABLED_PLUGIN_ASKS');
    this.#plugins.onChange(() => this.#followPlugins());
    this.#sessions.onEnd((session) => this.#forgetSelfStatus(session.pluginId));
  }

  /**
   * A token for an API key. Refused with INVALID_API_KEY, PLUGIN_DISABLED, SCOPE_NOT_GRANTED, INVALID_REQUEST (name).
   * Takes the same time for every key of the same form. @throws what `Secrets.hashKey` rejects with when too many ask
   */
  async requestToken(question: TokenQuestion): Promise<Result<Session>> {
    const { key, lane, scope, name } = question;
    const plugin = await this.pluginOfKey(key, lane);
    if (plugin === undefined) return refuse('INVALID_API_KEY', 'no plugin has this API key');
    if (!plugin.enabled) return this.#refuseDisabled(plugin, question);
    const scopes = grantScopes(scope, plugin.scopes);
    if (!scopes.ok) return scopes;
    const sessionName = readTokenName(name);
    if (!sessionName.ok) return sessionName;
    this.#pluginUse.markUsed(plugin.id, this.#parts.clock.nowUs());
    const { record, token } = this.#sessions.open(plugin, scopes.value, sessionName.value);
    return ok(this.#toWire(record, token));
  }

  /**
   * The plugin, enabled or not, whose API key this is now; takes the same time for every key of the same form.
   * @throws what `Secrets.hashKey` rejects with when too many ask
   */
  pluginOfKey(key: string, lane?: HashLane): Promise<PluginRecord | undefined> {
    return this.#plugins.findByKey(key, lane);
  }

  /** Who a token belongs to, or INVALID_TOKEN. Synchronous, and cheap enough for every request. */
  authenticate(token: string): Result<Caller> {
    return this.#sessions.authenticate(token);
  }

  /**
   * A further session of the caller's plugin, for something that acts for the caller. INSUFFICIENT_SCOPE for a scope that
   * the caller's token does not have, INVALID_TOKEN if the caller's session is over.
   */
  openFor(caller: Caller, scopes: readonly Scope[], name: string): Result<OpenedSession> {
    const plugin = this.#plugins.get(caller.pluginId);
    if (plugin === undefined || !this.#sessions.has(caller.sessionId)) {
      return refuse('INVALID_TOKEN', `the session ${caller.sessionId} no longer exists`);
    }
    const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0) return refuse('INSUFFICIENT_SCOPE', `${name} needs the scope ${missing.join(', ')}`);
    const { record, token } = this.#sessions.open(plugin, inOrder(scopes), name);
    return ok({ sessionId: record.id, token });
  }

  /** Ends the caller's session. SESSION_NOT_FOUND. */
  invalidate(caller: Caller): Result<void> {
    if (this.#sessions.end(caller.sessionId)) return accepted;
    return refuse('SESSION_NOT_FOUND', `the session ${caller.sessionId} no longer exists`);
  }

  /** All sessions; only the caller's own comes with its token, the others with the beginning of theirs. */
  list(caller: Caller, ownToken: string): Session[] {
    return this.#sessions.list().map((session) => {
      return this.#toWire(session, session.id === caller.sessionId ? ownToken : maskedToken(session));
    });
  }

  /** Takes what a plugin says about itself. PLUGIN_NOT_FOUND, INVALID_SELF_STATUS, INVALID_TOKEN if the session is over. */
  updatePlugin(caller: Caller, body: PluginSelfUpdatableFields): Result<void> {
    const { pluginId, sessionId } = caller;
    // A status ends with the plugin's last session, so there must be one.
    if (!this.#sessions.has(sessionId)) return refuse('INVALID_TOKEN', `the session ${sessionId} no longer exists`);
    if (body.plugin_id !== undefined && body.plugin_id !== pluginId) {
      return refuse(
        'PLUGIN_NOT_FOUND',
        `plugin_id must be that of the token, ${pluginId}, got ${quote(body.plugin_id)}`,
      );
    }
    const updated = updatedSelfStatus(this.#selfStatus.get(pluginId) ?? NO_SELF_STATUS, body);
    if (!updated.ok) return updated;
    this.#selfStatus.set(pluginId, updated.value);
    const { status, text } = updated.value;
    if (status !== 'Error') this.#errors.clear(pluginId);
    else this.#errors.raise(pluginId, { plugin_name: caller.pluginName, text: alertText(text) });
    return accepted;
  }

  /** Calls back when a session has ended: expired, invalidated, crowded out, or its plugin disabled or removed. */
  onSessionEnd(listener: (sessionId: string) => void): Cancel {
    return this.#sessions.onEnd(({ id }) => listener(id));
  }

  /** All plugins as they are kept, oldest first. */
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

  /** A plugin as it is now. */
  pluginView(plugin: PluginRecord): PluginView {
    const { id, name, scopes, enabled, createdAtUs, previousKey } = plugin;
    const lastUsedAtUs = this.#pluginUse.lastUsOf(id) ?? plugin.lastUsedAtUs;
    const sessions = this.#sessions.countOf(id);
    const { status, text } = this.#selfStatus.get(id) ?? NO_SELF_STATUS;
    const isPreviousValid = previousKey !== undefined && previousKey.validUntilUs > this.#parts.clock.nowUs();
    return {
      id,
      name,
      scopes,
      enabled,
      state: pluginState(plugin, sessions, status),
      selfStatusText: text,
      sessions,
      createdAtUs,
      ...(lastUsedAtUs !== undefined && { lastUsedAtUs }),
      ...(isPreviousValid && { previousKeyValidUntilUs: previousKey.validUntilUs }),
    };
  }

  /** Registers a plugin. INVALID_REQUEST. @returns its key, to be shown once */
  addPlugin(plugin: NewPlugin): Promise<Result<IssuedKey>> {
    return this.#plugins.add(plugin);
  }

  /** Gives a plugin a new key; the old one is valid for the grace period. PLUGIN_NOT_FOUND. */
  rotateKey(id: string): Promise<Result<IssuedKey>> {
    return this.#plugins.rotateKey(id);
  }

  /** Disabling ends the plugin's sessions. PLUGIN_NOT_FOUND. */
  setEnabled(id: string, enabled: boolean): Result<void> {
    return this.#plugins.setEnabled(id, enabled);
  }

  /** Removes a plugin and ends its sessions. PLUGIN_NOT_FOUND. */
  removePlugin(id: string): Result<void> {
    return this.#plugins.remove(id);
  }

  /** See `Plugins.ensureFirst`. @returns a key that was made, to be shown once */
  ensureFirstPlugin({ key }: { readonly key?: string } = {}): Promise<string | undefined> {
    return this.#plugins.ensureFirst(key);
  }

  /** Follows what another process did to the plugins. */
  reload(): void {
    this.#plugins.reload();
  }

  /** Saves when plugins were last used, and lets go of the clock. */
  stop(): void {
    this.#pluginUse.save();
    this.#sessions.stop();
  }

  #refuseDisabled({ id, name }: PluginRecord, question: TokenQuestion): Result<never> {
    const tokenName = readTokenName(question.name);
    const { address } = question;
    const origin = {
      pluginId: id,
      pluginName: name,
      ...(tokenName.ok && tokenName.value !== undefined && { tokenName: tokenName.value }),
      ...(address !== undefined && { address }),
    };
    this.#refusedRequests.add(origin, this.#parts.clock.nowUs());
    this.#askedWhileDisabled.raise(id, { plugin_name: name });
    return refuse('PLUGIN_DISABLED', `the plugin ${name} is disabled`);
  }

  #followPlugins(): void {
    this.#sessions.endOrphans();
    const isShutOut = (id: string) => this.#plugins.get(id)?.enabled === false;
    for (const id of this.#askedWhileDisabled.causes()) if (!isShutOut(id)) this.#askedWhileDisabled.clear(id);
    this.#refusedRequests.keepOnly(isShutOut);
    this.#pluginUse.keepOnly((id) => this.#plugins.get(id) !== undefined);
  }

  /** A plugin without a session is not there to be in a state. */
  #forgetSelfStatus(pluginId: string): void {
    if (this.#sessions.countOf(pluginId) > 0) return;
    this.#selfStatus.delete(pluginId);
    this.#errors.clear(pluginId);
  }

  #toWire({ id, pluginId, scopes, name, validUntilUs, createdAtUs }: SessionRecord, accessToken: string): Session {
    const pluginName = this.#plugins.get(pluginId)?.name;
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

/** As much of a plugin's own text as a notification repeats; the whole stands beside the plugin. */
const ALERT_TEXT_MAX = 1000;

const alertText = (text: string): string =>
  text === '' ? 'no details given' : text.slice(0, ALERT_TEXT_MAX).toWellFormed();

/** A session without a name is one; with one it must be readable. INVALID_REQUEST. */
const readTokenName = (name: string | undefined): Result<string | undefined> =>
  name === undefined || name.trim() === '' ? ok(undefined) : readName('token_name', name);

function pluginState({ enabled }: PluginRecord, sessions: number, status: PluginSelfStatus['status']): PluginState {
  if (!enabled) return 'Disabled';
  if (sessions === 0) return 'Enabled';
  return status === 'None' ? 'Active' : status;
}
