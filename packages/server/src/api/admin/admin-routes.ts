import { listRefusedRequests } from '@kitestring/contract/admin/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';
import { type AuditReader, auditRoute } from './audit-route.ts';
import { type FollowFirstKey, pluginRoutes } from './plugin-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { shownRefusedRequest } from './shown-refused-request.ts';

export interface AdminRouteParts extends Pick<Station, 'auth'> {
  readonly audit: AuditReader;
  readonly followFirstKey: FollowFirstKey;
}

/** The administration of plugins and sessions. */
export const adminRoutes = (parts: AdminRouteParts): readonly Route[] => [
  ...pluginRoutes(parts),
  ...sessionRoutes(parts),
  route(listRefusedRequests, () =>
    ok({ requests: parts.auth.administration.refusedRequests().map(shownRefusedRequest) }),
  ),
  auditRoute(parts.audit),
];
