import { listRefusedRequests } from '@kitestring/contract/admin/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';
import { type AuditReader, auditRoute } from './audit-route.ts';
import { type FollowFirstKey, pluginRoutes } from './plugin-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { shownRefusedRequest } from './shown-refused-request.ts';

interface AdminRouteDeps extends Pick<Station, 'auth'> {
  readonly audit: AuditReader;
  readonly followFirstKey: FollowFirstKey;
}

/** Routes for the administration of plugins and sessions. */
export const adminRoutes = (deps: AdminRouteDeps): readonly Route[] => [
  ...pluginRoutes(deps),
  ...sessionRoutes(deps),
  route(listRefusedRequests, () =>
    ok({ requests: deps.auth.administration.refusedRequests().map(shownRefusedRequest) }),
  ),
  auditRoute(deps.audit),
];
