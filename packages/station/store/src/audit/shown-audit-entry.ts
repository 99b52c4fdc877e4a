import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { AuditEntry } from '@kitestring/station-contract/admin/audit.ts';
import type { AuditRecord } from './audit-table.ts';

/** Published form of an entry. */
export function shownAuditEntry(record: AuditRecord): AuditEntry {
  const { timeUs, stationUs, pluginId, pluginName, sessionId, sequence, ...same } = record;
  const { address, code, count, input, kind, operation, outcome, status, target, targetName } = same;
  return {
    sequence,
    time: formatTimestamp(timeUs),
    station_time: formatTimestamp(stationUs),
    kind,
    operation,
    outcome,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(address !== undefined && { address }),
    ...(pluginId !== undefined && { plugin_id: pluginId }),
    ...(pluginName !== undefined && { plugin_name: pluginName }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(target !== undefined && { target }),
    ...(targetName !== undefined && { target_name: targetName }),
    ...(input !== undefined && { input }),
    count,
  };
}
