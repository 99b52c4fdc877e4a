import type { Log } from '@kitestring/base/log.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import {
  invalidateToken,
  listTokens,
  requestToken,
  updatePlugin,
} from '@kitestring/station-contract/auth/operations.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { getMap, getMapArchive } from '@kitestring/station-contract/station/map-operations.ts';
import {
  addObjectTopic,
  addTopic,
  openObjectSubscription,
  openSubscription,
  removeObjectTopic,
  removeTopic,
} from '@kitestring/station-contract/subscriptions/operations.ts';
import type { Auth, LoginThrottle } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import type { UsedSecrets } from '@kitestring/station-core/videostreams';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { answerTokenRequest, type TokenRequestDeps } from '@kitestring/web/auth/token-request.ts';
import { bearerToken, openRoute, type Route, route, routeAt } from '@kitestring/web/http';
import { MapArchive, mapRoutes } from '@kitestring/web/map';
import type { Subscriptions } from '@kitestring/web/subscriptions';
import { adminRoutes } from './admin/admin-routes.ts';
import type { FollowFirstKey } from './admin/plugin-routes.ts';
import { healthRoutes } from './health/health-routes.ts';
import type { RouteDeps } from './make-routes.ts';
import { signedInRoutes } from './station/station-routes.ts';

export interface AccessOperationsDeps {
  readonly settings: ServerSettings;
  readonly auth: Auth;
  readonly log: Log;
  readonly audit: Pick<AuditLog, 'read'>;
  readonly followFirstKey: FollowFirstKey;
  readonly isHealthy: () => boolean;
  readonly loginThrottle: LoginThrottle;
  readonly used: UsedSecrets;
  /** Seconds of station time per second of real time. */
  readonly stationSpeed: () => number;
}

/** Operations that every station has: sign-in, administration, subscriptions, health. */
export function accessOperations(deps: AccessOperationsDeps, parts: RouteDeps): readonly Route[] {
  const { audit, auth, followFirstKey, isHealthy, log, loginThrottle, settings, stationSpeed, used } = deps;
  const { subscriptions, version, ...throttles } = parts;
  const mapArchive = new MapArchive({ path: settings.console?.mapArchive, setting: 'console.map_archive', log });
  // Checked at the start, so that a fault is logged before the map is opened.
  void mapArchive.state();
  return [
    ...authRoutes({ auth, loginThrottle: version.loginThrottle(loginThrottle), usedKeys: used.keys, stationSpeed }),
    ...adminRoutes({ audit, auth, followFirstKey }),
    ...signedInRoutes({ auth, loginThrottle, stationSpeed, ...throttles }),
    ...mapRoutes(mapArchive, { state: getMap, archive: getMapArchive }),
    ...subscriptionRoutes(subscriptions),
    ...healthRoutes({ isHealthy, apiVersion: settings.apiVersion }),
  ];
}

interface AuthRouteDeps extends Pick<Station, 'auth'>, Omit<TokenRequestDeps, 'auth'> {}

const authRoutes = (deps: AuthRouteDeps): readonly Route[] => [
  openRoute(requestToken, ({ body, exchange }) => answerTokenRequest(deps, body, exchange)),
  route(invalidateToken, ({ caller }) => deps.auth.invalidate(caller)),
  route(listTokens, ({ caller, exchange }) => ok(deps.auth.list(caller, bearerToken(exchange.request.headers) ?? ''))),
  route(updatePlugin, ({ caller, body }) => deps.auth.updatePlugin(caller, body)),
];

interface TopicParams {
  readonly category: string;
  /** The object, for topics of one object: `zoom` in `videostreams/zoom/state`. */
  readonly id?: string;
  readonly endpoint: string;
}

const topicName = ({ category, id, endpoint }: TopicParams): string =>
  [category, id, endpoint].filter((part) => part !== undefined).join('/');

const subscriptionRoutes = (subscriptions: Subscriptions): readonly Route[] => [
  route(openSubscription, (call) => subscriptions.open(topicName(call.params), call, openSubscription)),
  // `{recording_id}/{file_id}` would also match this path.
  routeAt(openSubscription, { category: 'recordings', endpoint: 'state' }, (call) =>
    subscriptions.open(topicName(call.params), call, openSubscription),
  ),
  route(openObjectSubscription, (call) => subscriptions.open(topicName(call.params), call, openObjectSubscription)),
  route(addTopic, (call) => subscriptions.add(topicName(call.params), call)),
  route(addObjectTopic, (call) => subscriptions.add(topicName(call.params), call)),
  route(removeTopic, (call) => subscriptions.remove(topicName(call.params), call)),
  route(removeObjectTopic, (call) => subscriptions.remove(topicName(call.params), call)),
];
