import type { SignInThrottle } from '@kitestring/station-core/auth';
import type { Route } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import type { Subscriptions } from '@kitestring/web/subscriptions';
import type { ServedVersion } from '../versions/served-version.ts';

/** Parts of an API that its operations use. */
export interface RouteDeps {
  readonly version: ServedVersion;
  readonly subscriptions: Subscriptions;
  readonly signInThrottle: SignInThrottle;
  readonly proxies: TrustedProxies;
}

/** Creates the routes of every operation, once for each start of the API. */
export type MakeRoutes = (parts: RouteDeps) => readonly Route[];
