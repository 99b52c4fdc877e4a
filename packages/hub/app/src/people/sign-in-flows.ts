import { SIGN_IN_FLOW_S } from '@kitestring/hub-contract/fleet/session.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { CookieSecrets } from './cookie-secrets.ts';
import type { OidcFlow } from './oidc-provider.ts';
import { recordKey } from './session-cookie.ts';

/**
 * Requests without a sign-in create these, one a second per address. Beyond this number the oldest are dropped, so that
 * no client can block others.
 */
const FLOWS_MAX = 20_000;

export interface BegunSignIn extends OidcFlow {
  readonly returnTo: string;
}

interface SignInFlowsDeps extends Pick<HubDeps, 'database' | 'nowMs'> {
  readonly secrets: CookieSecrets;
}

/** Unfinished sign-ins, each bound to the browser by a cookie, and finished once. */
export class SignInFlows {
  readonly #deps: SignInFlowsDeps;

  constructor(deps: SignInFlowsDeps) {
    this.#deps = deps;
  }

  /** @returns the secret for the cookie @throws StoreFault when the database is unavailable */
  async begin(flow: BegunSignIn): Promise<string> {
    const { database, nowMs, secrets } = this.#deps;
    const secret = secrets.make();
    await database.query('INSERT INTO sign_in_flow (key, flow, began_ms) VALUES ($1, $2, $3)', [
      ...[recordKey(secret), JSON.stringify(flow), nowMs()],
    ]);
    await database.query('DELETE FROM sign_in_flow WHERE n <= (SELECT max(n) FROM sign_in_flow) - $1', [FLOWS_MAX]);
    return secret;
  }

  /**
   * The unfinished sign-in of this browser; undefined if there is none any more. @throws StoreFault when the database
   * is unavailable
   */
  async finish(secret: string): Promise<BegunSignIn | undefined> {
    const { database, nowMs, secrets } = this.#deps;
    if (!secrets.isOwn(secret)) return undefined;
    // If two requests finish it at the same moment, one of them gets it.
    const [row] = await database.query<{ flow: BegunSignIn; began_ms: number }>(
      'DELETE FROM sign_in_flow WHERE key = $1 RETURNING flow, began_ms',
      [recordKey(secret)],
    );
    const oldestMs = nowMs() - SIGN_IN_FLOW_S * 1000;
    await database.query('DELETE FROM sign_in_flow WHERE began_ms < $1', [oldestMs]);
    return row !== undefined && row.began_ms >= oldestMs ? row.flow : undefined;
  }
}
