import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { testSecrets } from '@kitestring/lab-testing/test-secrets.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { SCOPES, type Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Session } from '@kitestring/station-contract/auth/session.ts';
import type { NotificationParameters } from '@kitestring/station-contract/notifications/notification.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import { DEFAULT_STATION_SETTINGS } from '../station-settings.ts';
import { Auth } from './auth.ts';

/** An Auth on a clock that stands still, whose tests name plugins by their key. */
export class AuthFixture {
  readonly clock = new VirtualClock();
  readonly realTimeClock = new VirtualClock();
  readonly store = new MemoryStore();
  readonly secrets = testSecrets();
  /** The notifications that are active, by name. */
  readonly alerts = new Map<string, NotificationParameters>();
  /** Ids of the sessions that ended, in order. */
  readonly ended: string[] = [];
  readonly storeFaults: unknown[] = [];
  auth: Auth;
  readonly #tokens: typeof DEFAULT_STATION_SETTINGS.tokens;

  constructor(tokens: Partial<typeof DEFAULT_STATION_SETTINGS.tokens> = {}) {
    this.#tokens = { ...DEFAULT_STATION_SETTINGS.tokens, ...tokens };
    this.auth = this.#start();
  }

  restart(): void {
    this.auth.stop();
    this.auth = this.#start();
  }

  /** Registers a plugin named as its key. @returns its id */
  async plugin(key: string, scopes: readonly Scope[] = SCOPES): Promise<string> {
    return must(await this.auth.addPlugin({ name: key, scopes, key })).plugin.id;
  }

  async session(key: string, name?: string): Promise<{ session: Session; caller: Caller; token: string }> {
    const session = must(await this.auth.requestToken({ key, ...(name !== undefined && { name }) }));
    const token = session.access_token;
    return { session, token, caller: must(this.auth.authenticate(token)) };
  }

  /** `ok`, or the code of the refusal. */
  async ask(key: string, scope?: string): Promise<string> {
    return refusalCode(await this.auth.requestToken({ key, ...(scope !== undefined && { scope }) }));
  }

  state(pluginId: string): string | undefined {
    return this.auth.pluginList().find(({ id }) => id === pluginId)?.state;
  }

  #start(): Auth {
    const auth = new Auth({
      clock: this.clock,
      realTimeClock: this.realTimeClock,
      plugins: this.store.plugins,
      accounts: this.store.accounts,
      sessions: this.store.sessions,
      watchLinks: this.store.watchLinks,
      secrets: this.secrets,
      notifications: {
        raise: (name, parameters = {}) => this.alerts.set(name, parameters),
        clear: (name) => this.alerts.delete(name),
      },
      tokens: this.#tokens,
      onStoreFault: (fault) => this.storeFaults.push(fault),
    });
    auth.onSessionEnd((id) => this.ended.push(id));
    return auth;
  }
}

export const refusalCode = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}

export const refusalMessage = (result: Result<unknown>): string => (result.ok ? '' : result.refusal.message);
