import { listSessions, revokeSession } from '@kitestring/contract/admin/operations.ts';
import type { PluginSession } from '@kitestring/contract/admin/plugin-session.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { maskedToken } from '@kitestring/station/auth/masked-token.ts';
import type { SessionInUse } from '@kitestring/station/auth/sessions.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';

/** Routes for active sessions and their revocation. */
export function sessionRoutes({ auth }: Pick<Station, 'auth'>): readonly Route[] {
  const { administration } = auth;
  const nameOf = (ownerId: string) => auth.ownerOf(ownerId)?.name ?? '';
  return [
    route(listSessions, ({ caller }) =>
      ok({ sessions: administration.sessions().map((session) => shownSession(session, nameOf, caller)) }),
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
