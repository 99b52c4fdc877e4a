import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { AuditEntry } from '@kitestring/contract/admin/audit.ts';
import { AUDIT_CSV_HEAD, auditCsvLine } from '@kitestring/contract/admin/audit-csv.ts';

export type ExportFormat = 'csv' | 'ndjson';

const PAGE = 1000;
/** 100,000 entries, 40 MB of text; `kitestring audit` has no such bound. */
const PAGES_MAX = 100;

/** The newest entries as a file, the newest first. */
export async function exportAudit({ admin }: KitestringClient, format: ExportFormat): Promise<Blob> {
  const parts: string[] = format === 'csv' ? [AUDIT_CSV_HEAD] : [];
  const lineOf = format === 'csv' ? auditCsvLine : (entry: AuditEntry) => `${JSON.stringify(entry)}\n`;
  let before: number | undefined;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const page = await admin.listAudit({ limit: PAGE, ...(before !== undefined && { before }) });
    parts.push(...page.entries.map(lineOf));
    before = page.next_before;
    if (before === undefined) break;
  }
  return new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' });
}
