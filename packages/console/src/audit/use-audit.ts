import type { AuditEntry } from '@kitestring/contract/admin/audit.ts';
import type { AuditKind } from '@kitestring/contract/admin/audit-kinds.ts';
import { useEffect, useState } from 'react';
import { useCommand } from '../station/use-command.ts';

const PAGE = 100;

/** Entries of the audit log, the newest first, and the way to older ones. @param kind undefined for all kinds */
export function useAudit(kind: AuditKind | undefined) {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  const [nextBefore, setNextBefore] = useState<number>();
  const reading = useCommand(async ({ admin }, before?: number) => {
    const page = await admin.listAudit({
      limit: PAGE,
      ...(kind !== undefined && { kind }),
      ...(before !== undefined && { before }),
    });
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
