import type { SignInThrottle } from '@kitestring/station-core/auth/sign-in-throttle.ts';
import type { Route } from '@kitestring/web/http/route.ts';
import type { TrustedProxies } from '@kitestring/web/limits/trusted-proxies.ts';
import type { Subscriptions } from '@kitestring/web/subscriptions/subscriptions.ts';
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
