import { setImmediate } from 'node:timers/promises';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import {
  listAudit,
  listRefusedRequests,
  listSessions,
  revokeSession,
} from '@kitestring/station-contract/admin/operations.ts';
import type { PluginSession } from '@kitestring/station-contract/admin/plugin-session.ts';
import type { RefusedRequest as ShownRefusedRequest } from '@kitestring/station-contract/admin/refused-request.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { maskedToken, type RefusedTokenRequest, type SessionInUse } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import type { AuditRecord } from '@kitestring/station-store/audit/audit-table.ts';
import { shownAuditEntry } from '@kitestring/station-store/audit/shown-audit-entry.ts';
import { type Route, route } from '@kitestring/web/http';
import { type FollowFirstKey, pluginRoutes } from './plugin-routes.ts';

/** Published form. */
function shownRefusedRequest({
  pluginId,
  pluginName,
  tokenName,
  address,
  count,
  firstUs,
  lastUs,
}: RefusedTokenRequest): ShownRefusedRequest {
  return {
    plugin_id: pluginId,
    plugin_name: pluginName,
    ...(tokenName !== undefined && { token_name: tokenName }),
    ...(address !== undefined && { address }),
    count,
    first_time: formatTimestamp(firstUs),
    last_time: formatTimestamp(lastUs),
  };
}

type AuditReader = Pick<AuditLog, 'read'>;

const PAGE = 100;
/** Entries read at once: some 2 ms. */
const AT_ONCE = 100;

/** Pages of the audit log, newest entries first. */
export const auditRoute = (audit: AuditReader): Route =>
  route(listAudit, async ({ query: { before, kind, limit = PAGE, plugin_id: pluginId } }) => {
    const selected = { ...(kind !== undefined && { kind }), ...(pluginId !== undefined && { pluginId }) };
    const records: AuditRecord[] = [];
    // One more than requested, to detect a further page.
    for (let missing = limit + 1; missing > 0; missing = limit + 1 - records.length) {
      const from = records.at(-1)?.sequence ?? before;
      const asked = Math.min(missing, AT_ONCE);
      const read = audit.read({ ...selected, ...(from !== undefined && { before: from }), limit: asked });
      records.push(...read);
      if (read.length < asked) break;
      // The flight continues between two parts of a long page.
      await setImmediate();
    }
    const entries = records.slice(0, limit).map(shownAuditEntry);
    const last = entries.at(-1);
    return ok({ entries, ...(records.length > limit && last !== undefined && { next_before: last.sequence }) });
  });

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

/** Routes for active sessions and their revocation. */
function sessionRoutes({ auth }: Pick<Station, 'auth'>): readonly Route[] {
  const { administration } = auth;
  const ownerName = (ownerId: string) => auth.owner(ownerId)?.name ?? '';
  return [
    route(listSessions, ({ caller }) =>
      ok({ sessions: administration.sessions().map((session) => shownSession(session, ownerName, caller)) }),
    ),
    route(revokeSession, ({ params: { id } }) => administration.revoke(id)),
  ];
}

function shownSession(
  { record, lastUsedAtUs }: SessionInUse,
  nameOf: (pluginId: string) => string,
  caller: Caller,
): PluginSession {
  const { id, pluginId, name, scopes, createdAtUs, validUntilUs } = record;
  return {
    id,
    plugin_id: pluginId,
    plugin_name: nameOf(pluginId),
    ...(name !== undefined && { name }),
    scopes: [...scopes],
    masked_token: maskedToken(record),
    created_at: formatTimestamp(createdAtUs),
    valid_until: formatTimestamp(validUntilUs),
    ...(lastUsedAtUs !== undefined && { last_used_at: formatTimestamp(lastUsedAtUs) }),
    is_own: id === caller.sessionId,
  };
}
