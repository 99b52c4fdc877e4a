import { requestToken } from '@kitestring/station-contract/auth/operations.ts';
import type { Answer } from '../link/answer.ts';

/** A granted token of this run and the station's response. */
export interface RunSession {
  readonly token: string;
  readonly id: string;
  readonly pluginId: string;
  readonly scopes: readonly string[];
}

/**
 * Role of a request: `reader` may read, `commander` read and command, `outsider` command but not read, `overrider`
 * override control.
 */
export type Role = 'reader' | 'commander' | 'outsider' | 'overrider';

const SCOPES: Readonly<Record<Role, string>> = {
  reader: 'read',
  commander: 'read control',
  outsider: 'control',
  overrider: 'read control can_override',
};
/** Sessions between which requests alternate, because limits apply to each. */
const POOL_SIZE: Readonly<Record<Role, number>> = { reader: 3, commander: 6, outsider: 1, overrider: 2 };

/** A session unknown to any station. */
export const FOREIGN: RunSession = { token: 'no-station-ever-gave-out-this-token', id: '', pluginId: '', scopes: [] };

/** The sessions of a run, ended at its end. */
export class RunSessions {
  readonly #ask: (scope: string) => Promise<Answer>;
  readonly #pools = new Map<Role, Promise<RunSession | undefined>[]>();
  readonly #all = new Map<string, RunSession>();
  #turn = 0;

  /** @param ask sends a token request */
  constructor(ask: (scope: string) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** Adds an existing session. */
  adopt(role: Role, session: RunSession): void {
    this.#all.set(session.token, session);
    this.#pools.set(role, [Promise.resolve(session)]);
  }

  /** @returns undefined if there is none, for example if the key lacks the scopes */
  async of(role: Role): Promise<RunSession | undefined> {
    const pool = this.#pools.get(role) ?? [];
    this.#pools.set(role, pool);
    this.#turn += 1;
    const index = this.#turn % POOL_SIZE[role];
    pool[index] ??= this.fresh(SCOPES[role]);
    if ((await pool[index]) !== undefined) return pool[index];
    // A station may grant fewer sessions than requested.
    pool[0] ??= this.fresh(SCOPES[role]);
    return pool[0];
  }

  /** A separate session, for checks that would disturb others. @returns undefined if the key lacks the scopes */
  async fresh(scope: string): Promise<RunSession | undefined> {
    const session = sessionOf(await this.#ask(scope));
    if (session !== undefined) this.#all.set(session.token, session);
    return session;
  }

  /** The session has ended already. */
  forget(session: RunSession): void {
    this.#all.delete(session.token);
  }

  get all(): readonly RunSession[] {
    return [...this.#all.values()];
  }
}

/** The session of a granted token; undefined for any other response. */
export function sessionOf(answer: Answer): RunSession | undefined {
  const { access_token: token, id, plugin_id: pluginId, scopes } = answer.object;
  if (answer.status !== 200 || typeof token !== 'string') return undefined;
  return {
    token,
    id: String(id),
    pluginId: String(pluginId),
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
  };
}

export const TOKEN_REQUEST_ID = requestToken.id;
