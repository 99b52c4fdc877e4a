import type { RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { isCommand, type WatchOf } from '@kitestring/web/http';
import { auditWatchOf } from './audit-watch.ts';

interface OperationWatchOptions {
  readonly audit: Pick<AuditLog, 'note'>;
  /** Called for commands, including refused ones. */
  readonly onCommand?: RequestWatch;
}

/** Flight log and audit log of the operations. */
export function operationWatch({ audit, onCommand }: OperationWatchOptions): WatchOf {
  return (operation) => {
    const auditWatch = auditWatchOf(operation, audit);
    const commandWatch = isCommand(operation) ? onCommand : undefined;
    if (auditWatch === undefined || commandWatch === undefined) return auditWatch ?? commandWatch;
    return (answered) => {
      commandWatch(answered);
      auditWatch(answered);
    };
  };
}
