import { invalidateToken, listTokens, requestToken, updatePlugin } from '@kitestring/contract/auth/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { bearerToken } from '../../http/authorization.ts';
import { openRoute, type Route, route } from '../../http/route.ts';
import type { WrongKeys } from '../../limits/wrong-keys.ts';
import { answerTokenRequest } from './token-request.ts';

/** When `plugin_id` and `state` of the plugin update became deprecated (RFC 9745). */
const DEPRECATED_SINCE = '@1735689600';

export interface AuthRouteParts extends Pick<Station, 'auth'> {
  readonly wrongKeys: WrongKeys;
  /** Gets the key that each plugin has signed in with. */
  readonly usedKeys: Map<string, string>;
  /** Seconds of station time in a second of real time. */
  readonly stationSpeed: () => number;
}

export const authRoutes = (parts: AuthRouteParts): readonly Route[] => [
  openRoute(requestToken, ({ body, request }) => answerTokenRequest(parts, body, request)),
  route(invalidateToken, ({ caller }) => parts.auth.invalidate(caller)),
  route(listTokens, ({ caller, request }) => ok(parts.auth.list(caller, bearerToken(request.raw.headers) ?? ''))),
  route(updatePlugin, ({ caller, body }) => {
    const result = parts.auth.updatePlugin(caller, body);
    const isDeprecated = body.plugin_id !== undefined || body.state !== undefined;
    return result.ok && isDeprecated ? { status: 204, headers: ['Deprecation', DEPRECATED_SINCE] } : result;
  }),
];
