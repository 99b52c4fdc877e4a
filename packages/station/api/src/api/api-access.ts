import type { Cancel } from '@kitestring/base/clock.ts';
import { AccessCheck, type Cors } from '@kitestring/web/http';
import { AddressQuotas, RequestQuotas, type TrustedProxies } from '@kitestring/web/limits';
import type { Connections } from '@kitestring/web/subscriptions';
import type { ServedVersion } from '../versions/served-version.ts';
import type { ApiDeps, ApiSignIns } from './make-api.ts';

type AccessDeps = Pick<ApiDeps['base'], 'settings' | 'realTimeClock'> &
  Pick<ApiDeps['content'], 'station'> &
  Pick<ApiSignIns, 'used'>;

interface SharedAccessDeps {
  readonly connections: Connections;
  readonly cors: Cors;
  readonly proxies: TrustedProxies;
  readonly version: ServedVersion;
}

interface ApiAccess {
  readonly access: AccessCheck;
  readonly stop: Cancel;
}

/** Who may call what, and how often. What belongs to a session or a plugin ends with it. */
export function makeAccess(
  { realTimeClock, settings: { limits }, station: { auth }, used }: AccessDeps,
  { connections, cors, proxies, version }: SharedAccessDeps,
): ApiAccess {
  const sessionQuotas = RequestQuotas.ofSessions(limits);
  const pluginQuotas = RequestQuotas.ofPlugins(limits);
  const forgetQuotas = () => pluginQuotas.keepOnly((id) => auth.owner(id) !== undefined);
  const cancels = [
    auth.onSessionEnd((sessionId) => {
      sessionQuotas.forget(sessionId);
      used.tokens.delete(sessionId);
      connections.endSession(sessionId);
      access.waitingReads.endSession(sessionId);
      version.forget(sessionId);
    }),
    auth.onPluginsChange(forgetQuotas),
    auth.accounts.onChange(forgetQuotas),
  ];
  const access = new AccessCheck({
    cors,
    proxies,
    sessionQuotas,
    pluginQuotas,
    realTimeClock,
    countsUnrouted: version.hasRateLimits,
    authenticate: (token) => {
      const caller = auth.authenticate(token);
      if (caller.ok) used.tokens.set(caller.value.sessionId, token);
      return caller;
    },
    tokenRequestQuotas: new AddressQuotas('token-requests', {
      perS: limits.tokenRequestsPerMin / 60,
      burst: limits.tokenRequestsBurst,
    }),
    strangerQuotas: new AddressQuotas('without-token', {
      perS: limits.unauthenticatedPerS,
      burst: limits.unauthenticatedBurst,
    }),
  });
  return {
    access,
    stop: () => {
      for (const cancel of cancels) cancel();
    },
  };
}
