import { csvCell } from '@kitestring/base/csv-cell.ts';
import type { AuditEntry } from './audit.ts';

/** Columns of the audit log as CSV, in this order; a test compares them with the schema. */
const COLUMNS = [
  'sequence',
  'time',
  'station_time',
  'kind',
  'operation',
  'outcome',
  'status',
  'code',
  'address',
  'plugin_id',
  'plugin_name',
  'session_id',
  'target',
  'target_name',
  'input',
  'count',
] as const satisfies readonly (keyof AuditEntry)[];

export const AUDIT_CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

/** An entry as a line of CSV (RFC 4180). */
export const auditCsvLine = (entry: AuditEntry): string =>
  `${COLUMNS.map((name) => csvCell(entry[name])).join(',')}\r\n`;
