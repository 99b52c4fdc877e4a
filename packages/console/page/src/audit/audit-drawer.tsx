import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { AuditEntry } from '@kitestring/station-contract/admin/audit.ts';
import { AUDIT_CSV_HEAD, auditCsvLine } from '@kitestring/station-contract/admin/audit-csv.ts';
import { AUDIT_KINDS, type AuditKind } from '@kitestring/station-contract/admin/audit-kinds.ts';
import { useEffect, useRef, useState } from 'react';
import { useAccountWords } from '../accounts/account-words.ts';
import { saveFile } from '../parts/save-file.ts';
import { useTimeText } from '../parts/use-time.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import styles from './audit-drawer.module.css';

/** The audit log of the station. */
export function AuditDrawer() {
  const { audit: texts } = useAccountWords();
  const mayRead = useScope('internal');
  return mayRead ? <AuditLog /> : <p className="quiet">{texts.forbidden}</p>;
}

function AuditLog() {
  const { audit: texts } = useAccountWords();
  const [kind, setKind] = useState<AuditKind | 'any'>('any');
  const log = useAudit(kind === 'any' ? undefined : kind);
  const kinds = [
    { id: 'any' as const, name: texts.anyKind },
    ...AUDIT_KINDS.map((id) => ({ id, name: texts.kinds[id] })),
  ];
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <div className={styles.actions}>
        <Choice label={texts.kind} options={kinds} value={kind} onChange={setKind} />
        <Button onPress={log.refresh}>{texts.refresh}</Button>
        <ExportButton format="csv" />
        <ExportButton format="ndjson" />
      </div>
      <Trouble text={log.trouble} />
      <p role="status" className="quiet small">
        {!log.isBusy && log.trouble === undefined && log.entries.length === 0 ? texts.none : ''}
      </p>
      <ol className="stack">
        {log.entries.map((entry) => (
          <Entry key={entry.sequence} entry={entry} />
        ))}
      </ol>
      {log.hasOlder && (
        <Button onPress={log.readOlder} isPending={log.isBusy}>
          {texts.older}
        </Button>
      )}
    </Panel>
  );
}

function ExportButton({ format }: { readonly format: ExportFormat }) {
  const { audit: texts } = useAccountWords();
  const exporting = useCommand(async (client) => saveFile(await exportAudit(client, format), `audit.${format}`));
  return (
    <>
      <Button onPress={() => void exporting.send()} isPending={exporting.isBusy}>
        {texts.exportAs(format.toUpperCase())}
      </Button>
      <Trouble text={exporting.trouble} />
    </>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { audit: texts } = useAccountWords();
  const timeText = useTimeText();
  const { address, code, count, input, kind, operation, outcome, plugin_name, target, target_name, time } = entry;
  const who = [plugin_name, address].filter((part) => part !== undefined).join(', ');
  return (
    <li className={styles.entry}>
      <p className="quiet small">
        {timeText(time)} · {texts.kinds[kind]}
        {who !== '' && ` · ${who}`}
      </p>
      <p className={styles.what}>
        <span className="mono">{[operation, target].filter((part) => part !== undefined).join(' ')}</span>
        {target_name !== undefined && target_name !== plugin_name && ` ${target_name}`}
        <span className={classNames(styles.outcome, outcome !== 'Done' && styles.refused)}>
          {texts.outcomes[outcome]}
          {code !== undefined && ` (${code})`}
          {count > 1 && ` ${texts.times(count)}`}
        </span>
      </p>
      {input !== undefined && <p className="small mono wraps">{input}</p>}
    </li>
  );
}

const PAGE = 100;

/** Entries of the audit log, newest first, with a function to load older ones. @param kind undefined for all kinds */
function useAudit(kind: AuditKind | undefined) {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [nextBefore, setNextBefore] = useState<number>();
  const asked = useRef(0);
  const reading = useFormCommand(async ({ admin }, before?: number) => {
    asked.current += 1;
    const number = asked.current;
    const page = await admin.listAudit({
      limit: PAGE,
      ...(kind !== undefined && { kind }),
      ...(before !== undefined && { before }),
    });
    // Another kind was selected meanwhile.
    if (number !== asked.current) return;
    setEntries((known) => (before === undefined ? page.entries : [...known, ...page.entries]));
    setNextBefore(page.next_before);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another list
  useEffect(() => void reading.send(), [kind]);
  return {
    entries,
    hasOlder: nextBefore !== undefined,
    isBusy: reading.isBusy,
    trouble: reading.trouble,
    refresh: () => void reading.send(),
    readOlder: () => void reading.send(nextBefore),
  };
}

type ExportFormat = 'csv' | 'ndjson';

const EXPORT_PAGE = 1000;
/** 100,000 entries, 40 MB of text; `kitestring audit` has no such limit. */
const PAGES_MAX = 100;

/** Saves the newest entries as a file, newest first. */
async function exportAudit({ admin }: KitestringClient, format: ExportFormat): Promise<Blob> {
  const parts: string[] = format === 'csv' ? [AUDIT_CSV_HEAD] : [];
  const line = format === 'csv' ? auditCsvLine : (entry: AuditEntry) => `${JSON.stringify(entry)}\n`;
  let before: number | undefined;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const page = await admin.listAudit({ limit: EXPORT_PAGE, ...(before !== undefined && { before }) });
    parts.push(...page.entries.map(line));
    before = page.next_before;
    if (before === undefined) break;
  }
  return new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' });
}
