import type { AuditEntry } from '@kitestring/contract/admin/audit.ts';
import { AUDIT_KINDS, type AuditKind } from '@kitestring/contract/admin/audit-kinds.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import { classNames } from '../kit/class-names.ts';
import { Panel } from '../kit/panel.tsx';
import { saveFile } from '../kit/save-file.ts';
import { Trouble } from '../kit/trouble.tsx';
import { useTimeText } from '../kit/use-time-text.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './audit-drawer.module.css';
import { type ExportFormat, exportAudit } from './export-audit.ts';
import { useAudit } from './use-audit.ts';

/** Who did what on the station. */
export function AuditDrawer() {
  const words = useWords();
  const mayRead = useScope('internal');
  return mayRead ? <AuditLog /> : <p className="quiet">{words.audit.forbidden}</p>;
}

function AuditLog() {
  const { audit: texts } = useWords();
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
        {!log.isBusy && log.entries.length === 0 ? texts.none : ''}
      </p>
      <ol className={styles.list}>
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
  const { audit: texts } = useWords();
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
  const { audit: texts } = useWords();
  const timeText = useTimeText();
  const { address, code, count, input, kind, operation, outcome, plugin_name, target, time } = entry;
  const who = [plugin_name, address].filter((part) => part !== undefined).join(', ');
  return (
    <li className={styles.entry}>
      <p className="quiet small">
        {timeText(time)} · {texts.kinds[kind]}
        {who !== '' && ` · ${who}`}
      </p>
      <p className={styles.what}>
        <span className="mono">{[operation, target].filter((part) => part !== undefined).join(' ')}</span>
        <span className={classNames(styles.outcome, outcome !== 'Done' && styles.refused)}>
          {texts.outcomes[outcome]}
          {code !== undefined && ` (${code})`}
          {count > 1 && ` ${texts.times(count)}`}
        </span>
      </p>
      {input !== undefined && <p className={classNames('small', 'mono', styles.input)}>{input}</p>}
    </li>
  );
}
