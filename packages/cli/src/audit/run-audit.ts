import { suggestion } from '@kitestring/settings/nearest-name.ts';
import type { AuditEntry } from '@kitestring/station-contract/admin/audit.ts';
import { AUDIT_CSV_HEAD, auditCsvLine } from '@kitestring/station-contract/admin/audit-csv.ts';
import { AUDIT_KINDS, type AuditKind } from '@kitestring/station-contract/admin/audit-kinds.ts';
import type { AuditSelection } from '@kitestring/station-store/audit/audit-table.ts';
import { shownAuditEntry } from '@kitestring/station-store/audit/shown-audit-entry.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import { type Arguments, textOf } from '../command.ts';
import { type Context, type ExitStatus, type TerminalOutput, UsageFault } from '../context.ts';
import { withStore } from '../data-store.ts';
import { paint, table } from '../terminal-text.ts';

const FORMATS = ['table', 'ndjson', 'csv'] as const;
type AuditFormat = (typeof FORMATS)[number];

const TABLE_LINES = 50;
/** Number of entries held in memory: a station may be running on the same small machine. */
const PAGE = 1000;

/** `kitestring audit`. */
export async function runAudit(args: Arguments, context: Context): Promise<ExitStatus> {
  const format = oneOf('--format', textOf(args, 'format') ?? 'table', FORMATS);
  const kind = textOf(args, 'kind');
  const limit = readLimit(textOf(args, 'limit'));
  const chosen = kind === undefined ? {} : { kind: oneOf<AuditKind>('--kind', kind, AUDIT_KINDS) };
  return await withStore(args, context, {}, (store) => {
    const filter = { ...chosen, ...pluginFilter(store, textOf(args, 'plugin')) };
    if (format === 'table') showTable(store, { ...filter, limit: limit ?? TABLE_LINES }, context.out);
    else writeAll(store, { ...filter, limit: limit ?? Number.MAX_SAFE_INTEGER }, format, context.out);
    return 0;
  });
}

/** A removed plugin is still in the log: its id selects it. */
function pluginFilter({ plugins }: SqliteStore, idOrName: string | undefined): Pick<AuditSelection, 'pluginId'> {
  if (idOrName === undefined) return {};
  return { pluginId: plugins.list().find(({ name }) => name === idOrName)?.id ?? idOrName };
}

/** The latest entries, the newest last, where a terminal shows them. */
function showTable({ audit }: SqliteStore, selection: AuditSelection, out: TerminalOutput): void {
  const entries = audit.newest(selection).map(shownAuditEntry).reverse();
  const [head = '', ...lines] = table([['TIME', 'KIND', 'WHO', 'FROM', 'WHAT'], ...entries.map(cells)]);
  out.write(`${[paint(out, 'bold', head), ...lines].join('\n')}\n`);
}

function cells(entry: AuditEntry): string[] {
  const { address = '', code, count, input, kind, operation, outcome, plugin_name = '', target, time } = entry;
  const what = [operation, target, input].filter((part) => part !== undefined).join(' ');
  const end = outcome === 'Done' ? '' : ` - ${code ?? outcome}${count === 1 ? '' : `, ${count} times`}`;
  return [time.slice(0, 19).replace('T', ' '), kind, plugin_name, address, `${what}${end}`];
}

/** All entries, oldest first, one page at a time. */
function writeAll(
  { audit }: SqliteStore,
  selection: AuditSelection,
  format: Exclude<AuditFormat, 'table'>,
  out: TerminalOutput,
) {
  const line = format === 'csv' ? auditCsvLine : (entry: AuditEntry) => `${JSON.stringify(entry)}\n`;
  if (format === 'csv') out.write(AUDIT_CSV_HEAD);
  let left = selection.limit;
  for (let after = 0; left > 0; ) {
    const records = audit.oldest({ ...selection, after, limit: Math.min(left, PAGE) });
    out.write(records.map((record) => line(shownAuditEntry(record))).join(''));
    left = records.length < PAGE ? 0 : left - records.length;
    after = records.at(-1)?.sequence ?? after;
  }
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageFault(`--limit: got "${text}", allowed: a whole number from 1`);
  return Number(text);
}

function oneOf<Value extends string>(flag: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageFault(`${flag}: got "${text}", allowed: ${values.join(', ')}${suggestion(text, values)}`);
}
