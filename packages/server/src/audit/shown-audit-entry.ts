import type { AuditEntry } from '@kitestring/contract/admin/audit.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { AuditRecord } from '../store/audit-table.ts';

/** An entry as the wire has it. */
export function shownAuditEntry(record: AuditRecord): AuditEntry {
  const { timeUs, stationUs, pluginId, pluginName, sessionId, sequence, ...same } = record;
  const { address, code, count, input, kind, operation, outcome, status, target } = same;
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
    ...(input !== undefined && { input }),
    count,
  };
}
