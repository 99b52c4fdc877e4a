import { invalidateToken, listTokens, requestToken, updatePlugin } from '@kitestring/contract/auth/operations.ts';
import type { LoginThrottle } from '@kitestring/station/auth/login-throttle.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { bearerToken } from '../../http/authorization.ts';
import { openRoute, type Route, route } from '../../http/route.ts';
import { answerTokenRequest } from './token-request.ts';

export interface AuthRouteDeps extends Pick<Station, 'auth'> {
  readonly loginThrottle: Pick<LoginThrottle, 'inTurn' | 'laneOf'>;
  /** Receives the key with which each plugin has signed in. */
  readonly usedKeys: Map<string, string>;
  /** Seconds of station time per second of real time. */
  readonly stationSpeed: () => number;
}

export const authRoutes = (deps: AuthRouteDeps): readonly Route[] => [
  openRoute(requestToken, ({ body, exchange }) => answerTokenRequest(deps, body, exchange)),
  route(invalidateToken, ({ caller }) => deps.auth.invalidate(caller)),
  route(listTokens, ({ caller, exchange }) => ok(deps.auth.list(caller, bearerToken(exchange.request.headers) ?? ''))),
  route(updatePlugin, ({ caller, body }) => deps.auth.updatePlugin(caller, body)),
];
