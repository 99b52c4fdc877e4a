import type { HubDeps } from '../hub-deps.ts';
import { CookieSecrets } from './cookie-secrets.ts';
import { HubSessions, type HubSessionsDeps } from './hub-sessions.ts';
import { SignInFlows } from './sign-in-flows.ts';

interface SignInsDeps extends Pick<HubDeps, 'database' | 'news' | 'nowMs' | 'log'>, Pick<HubSessionsDeps, 'renew'> {
  /** Secret of this hub, the same on each replica. */
  readonly secret: Uint8Array;
}

export interface SignIns {
  readonly sessions: HubSessions;
  readonly flows: SignInFlows;
}

/** Sign-ins of people, and those that are not finished. */
export function openSignIns({ database, log, news, nowMs, renew, secret }: SignInsDeps): SignIns {
  const secrets = new CookieSecrets(secret);
  return {
    sessions: new HubSessions({ database, news, secrets, renew, nowMs, log }),
    flows: new SignInFlows({ database, secrets, nowMs }),
  };
}
