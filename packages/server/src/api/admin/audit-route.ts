import { listAudit } from '@kitestring/contract/admin/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { AuditLog } from '@kitestring/store/audit/audit-log.ts';
import { shownAuditEntry } from '@kitestring/store/audit/shown-audit-entry.ts';
import { type Route, route } from '../../http/route.ts';

export type AuditReader = Pick<AuditLog, 'read'>;

const PAGE = 100;

/** Pages of the audit log, the newest entries first. */
export const auditRoute = (audit: AuditReader): Route =>
  route(listAudit, ({ query: { before, kind, limit = PAGE, plugin_id: pluginId } }) => {
    const records = audit.read({
      // One more than requested, to detect a further page.
      limit: limit + 1,
      ...(before !== undefined && { before }),
      ...(kind !== undefined && { kind }),
      ...(pluginId !== undefined && { pluginId }),
    });
    const entries = records.slice(0, limit).map(shownAuditEntry);
    const last = entries.at(-1);
    return ok({ entries, ...(records.length > limit && last !== undefined && { next_before: last.sequence }) });
  });
