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
  `${COLUMNS.map((name) => csvCell(String(entry[name] ?? ''))).join(',')}\r\n`;

/** A spreadsheet would run a cell that begins like a formula: a quote before it makes it text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
