import { getMap, getMapArchive } from '@kitestring/contract/station/map-operations.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Auth } from '@kitestring/station/auth/auth.ts';
import type { LoginThrottle } from '@kitestring/station/auth/login-throttle.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { UsedSecrets } from '@kitestring/station/videostreams/viewing-permits.ts';
import type { AuditLog } from '@kitestring/store/audit/audit-log.ts';
import type { Route } from '../http/route.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import type { FollowFirstKey } from './admin/plugin-routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { healthRoutes } from './health/health-routes.ts';
import type { RouteDeps } from './make-routes.ts';
import { MapArchive } from './station/map-archive.ts';
import { mapRoutes } from './station/map-routes.ts';
import { signedInRoutes } from './station/station-routes.ts';
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts';

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

/** Operations that are the same for every station, whatever it serves: sign-in, administration, subscriptions, health. */
export function accessOperations(deps: AccessOperationsDeps, parts: RouteDeps): readonly Route[] {
  const { audit, auth, followFirstKey, isHealthy, log, loginThrottle, settings, stationSpeed, used } = deps;
  const { subscriptions, version, ...throttles } = parts;
  const mapArchive = new MapArchive({ path: settings.console?.mapArchive, setting: 'console.map_archive', log });
  // Looked at once at the start, so that the log says it before the map is opened.
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
