import type { PluginRecord } from '../ports/plugin-store.ts';
import { accepted, type Result, refuse } from '../refusal.ts';
import type { IssuedKey, NewPlugin, Plugins } from './plugins.ts';
import type { RefusedRequest, RefusedRequests } from './refused-requests.ts';
import { quote } from './scopes.ts';
import type { SessionInUse, Sessions } from './sessions.ts';

export interface PluginAdministrationParts {
  readonly plugins: Plugins;
  readonly sessions: Sessions;
  readonly refusedRequests: RefusedRequests;
}

/**
 * What an operator's seat may do with plugins and sessions. Invariant: it never shuts the last seat out, so that nobody
 * has to walk to the station because of a slip. The command line, which is at the station, works on `Plugins` itself.
 */
export class PluginAdministration {
  readonly #parts: PluginAdministrationParts;

  constructor(parts: PluginAdministrationParts) {
    this.#parts = parts;
  }

  plugin(id: string): PluginRecord | undefined {
    return this.#parts.plugins.get(id);
  }

  /** INVALID_REQUEST, TOO_MANY_PLUGINS. @returns its key, to be shown once */
  add(plugin: Omit<NewPlugin, 'key'>): Promise<Result<IssuedKey>> {
    return this.#parts.plugins.add(plugin);
  }

  /** PLUGIN_NOT_FOUND. @param graceS how long the old key stays valid, seconds; the setting when absent */
  rotateKey(id: string, graceS?: number): Promise<Result<IssuedKey>> {
    return this.#parts.plugins.rotateKey(id, graceS);
  }

  /** PLUGIN_NOT_FOUND. */
  enable(id: string): Result<void> {
    return this.#parts.plugins.setEnabled(id, true);
  }

  /** Its sessions end. PLUGIN_NOT_FOUND, LAST_INTERNAL_PLUGIN. */
  disable(id: string): Result<void> {
    const permitted = this.#mayShutOut(id);
    return permitted.ok ? this.#parts.plugins.setEnabled(id, false) : permitted;
  }

  /** Its sessions end. PLUGIN_NOT_FOUND, LAST_INTERNAL_PLUGIN. */
  remove(id: string): Result<void> {
    const permitted = this.#mayShutOut(id);
    return permitted.ok ? this.#parts.plugins.remove(id) : permitted;
  }

  /** Oldest first. */
  sessions(): readonly SessionInUse[] {
    return this.#parts.sessions.listInUse();
  }

  /** SESSION_NOT_FOUND. */
  revoke(sessionId: string): Result<void> {
    if (this.#parts.sessions.end(sessionId)) return accepted;
    return refuse('SESSION_NOT_FOUND', `there is no session with the id ${quote(sessionId)}`);
  }

  /** The latest first. */
  refusedRequests(): readonly RefusedRequest[] {
    return this.#parts.refusedRequests.list();
  }

  #mayShutOut(id: string): Result<void> {
    const { plugins } = this.#parts;
    // Another process may have disabled the other seats a moment ago.
    plugins.reload();
    const plugin = plugins.get(id);
    const isAnotherSeatLeft = plugins.list().some((other) => other.id !== id && isSeat(other));
    if (plugin === undefined || !isSeat(plugin) || isAnotherSeatLeft) return accepted;
    return refuse('LAST_INTERNAL_PLUGIN', `${plugin.name} is the last enabled plugin with the scope internal`);
  }
}

const isSeat = ({ enabled, scopes }: PluginRecord): boolean => enabled && scopes.includes('internal');
