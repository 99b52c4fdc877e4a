import { invalidateToken, listTokens, requestToken, updatePlugin } from '@kitestring/contract/auth/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { bearerToken } from '../../http/authorization.ts';
import { openRoute, type Route, route } from '../../http/route.ts';
import { answerTokenRequest, type TokenRequestDeps } from './token-request.ts';

interface AuthRouteDeps extends Pick<Station, 'auth'>, Omit<TokenRequestDeps, 'auth'> {}

export const authRoutes = (deps: AuthRouteDeps): readonly Route[] => [
  openRoute(requestToken, ({ body, exchange }) => answerTokenRequest(deps, body, exchange)),
  route(invalidateToken, ({ caller }) => deps.auth.invalidate(caller)),
  route(listTokens, ({ caller, exchange }) => ok(deps.auth.list(caller, bearerToken(exchange.request.headers) ?? ''))),
  route(updatePlugin, ({ caller, body }) => deps.auth.updatePlugin(caller, body)),
];
