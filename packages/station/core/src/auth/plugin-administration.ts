import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { PluginRecord } from '../ports/plugin-store.ts';
import type { IssuedPluginKey, Permit, PluginRegistration, Plugins } from './plugins.ts';
import type { RefusedRequests, RefusedTokenRequest } from './refused-requests.ts';
import type { SessionInUse, Sessions } from './sessions.ts';

interface PluginAdministrationDeps {
  readonly plugins: Plugins;
  readonly sessions: Sessions;
  readonly refusedRequests: RefusedRequests;
}

/**
 * Management of plugins and sessions from a console. Invariant: never removes the last console's access, which would
 * need a visit to the station. The command line, which runs at the station, uses `Plugins` directly.
 */
export class PluginAdministration {
  readonly #deps: PluginAdministrationDeps;

  constructor(deps: PluginAdministrationDeps) {
    this.#deps = deps;
  }

  plugin(id: string): PluginRecord | undefined {
    return this.#deps.plugins.get(id);
  }

  /** INVALID_REQUEST, TOO_MANY_PLUGINS, INVALID_TOKEN. @returns its key, to be shown once */
  add(plugin: Omit<PluginRegistration, 'key'>, caller: Caller): Promise<Result<IssuedPluginKey>> {
    return this.#deps.plugins.add(plugin, this.#stillIn(caller));
  }

  /** PLUGIN_NOT_FOUND, INVALID_TOKEN. @param graceS how long the old key stays valid, seconds; the setting when absent */
  rotateKey(id: string, graceS: number | undefined, caller: Caller): Promise<Result<IssuedPluginKey>> {
    return this.#deps.plugins.rotateKey(id, graceS, this.#stillIn(caller));
  }

  /** PLUGIN_NOT_FOUND. */
  enable(id: string): Result<void> {
    return this.#deps.plugins.setEnabled(id, true);
  }

  /** Ends its sessions. PLUGIN_NOT_FOUND, LAST_INTERNAL_PLUGIN. */
  disable(id: string): Result<void> {
    const permitted = this.#mayShutOut(id);
    return permitted.ok ? this.#deps.plugins.setEnabled(id, false) : permitted;
  }

  /** Ends its sessions. PLUGIN_NOT_FOUND, LAST_INTERNAL_PLUGIN. */
  remove(id: string): Result<void> {
    const permitted = this.#mayShutOut(id);
    return permitted.ok ? this.#deps.plugins.remove(id) : permitted;
  }

  /** Oldest first. */
  sessions(): readonly SessionInUse[] {
    return this.#deps.sessions.listInUse();
  }

  /** SESSION_NOT_FOUND. */
  revoke(sessionId: string): Result<void> {
    if (this.#deps.sessions.end(sessionId)) return accepted;
    return refuse('SESSION_NOT_FOUND.unknown', { id: quote(sessionId) });
  }

  /** The latest first. */
  refusedRequests(): readonly RefusedTokenRequest[] {
    return this.#deps.refusedRequests.list();
  }

  /** A session that ended while a key was hashed gets no key. */
  #stillIn({ sessionId: session }: Caller): Permit {
    const { sessions } = this.#deps;
    return () => (sessions.has(session) ? accepted : refuse('INVALID_TOKEN.sessionGone', { session }));
  }

  #mayShutOut(id: string): Result<void> {
    const { plugins } = this.#deps;
    const plugin = plugins.get(id);
    const isAnotherSeatLeft = plugins.list().some((other) => other.id !== id && isSeat(other));
    if (plugin === undefined || !isSeat(plugin) || isAnotherSeatLeft) return accepted;
    return refuse('LAST_INTERNAL_PLUGIN', { plugin: plugin.name });
  }
}

const isSeat = ({ enabled, scopes }: PluginRecord): boolean => enabled && scopes.includes('internal');
