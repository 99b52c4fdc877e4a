import { requestToken } from '@kitestring/contract/auth/operations.ts';
import type { Answer } from '../link/answer.ts';

/** A token that this run has got, with what the station said about it. */
export interface RunSession {
  readonly token: string;
  readonly id: string;
  readonly pluginId: string;
  readonly scopes: readonly string[];
}

/** Whom a request comes from: `reader` may read, `commander` read and command, `outsider` command but not read, `overrider` take control away. */
export type Role = 'reader' | 'commander' | 'outsider' | 'overrider';

const SCOPES: Readonly<Record<Role, string>> = {
  reader: 'read',
  commander: 'read control',
  outsider: 'control',
  overrider: 'read control can_override',
};
/** RunSessions between which requests alternate, because limits hold for each. */
const POOL_SIZE: Readonly<Record<Role, number>> = { reader: 3, commander: 6, outsider: 1, overrider: 2 };

/** A session that no station knows. */
export const FOREIGN: RunSession = { token: 'no-station-ever-gave-out-this-token', id: '', pluginId: '', scopes: [] };

/** The sessions of a run. Each is ended at the end of the run. */
export class RunSessions {
  readonly #ask: (scope: string) => Promise<Answer>;
  readonly #pools = new Map<Role, Promise<RunSession | undefined>[]>();
  readonly #all = new Map<string, RunSession>();
  #turn = 0;

  /** @param ask sends a token request */
  constructor(ask: (scope: string) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** Takes over a session that was got already. */
  adopt(role: Role, session: RunSession): void {
    this.#all.set(session.token, session);
    this.#pools.set(role, [Promise.resolve(session)]);
  }

  /** @returns undefined where there is none, as with a key that does not have the scopes */
  async of(role: Role): Promise<RunSession | undefined> {
    const pool = this.#pools.get(role) ?? [];
    this.#pools.set(role, pool);
    this.#turn += 1;
    const index = this.#turn % POOL_SIZE[role];
    pool[index] ??= this.fresh(SCOPES[role]);
    if ((await pool[index]) !== undefined) return pool[index];
    // A station may grant fewer sessions than the run would like.
    pool[0] ??= this.fresh(SCOPES[role]);
    return pool[0];
  }

  /** A session of its own, for what would disturb others. @returns undefined where the key does not have the scopes */
  async fresh(scope: string): Promise<RunSession | undefined> {
    const session = sessionOf(await this.#ask(scope));
    if (session !== undefined) this.#all.set(session.token, session);
    return session;
  }

  /** It has been ended already. */
  forget(session: RunSession): void {
    this.#all.delete(session.token);
  }

  get all(): readonly RunSession[] {
    return [...this.#all.values()];
  }
}

/** The session of a granted token; undefined for any other answer. */
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
