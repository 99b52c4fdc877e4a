import type { AnsweredRequest, RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import { overrideControl, requestControl } from '@kitestring/station-contract/handoff/operations.ts';
import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import { setPush } from '@kitestring/station-contract/station/push-operations.ts';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { loggedPush } from '@kitestring/video-host/push/logged-push.ts';
import { isCommand, type WatchOf } from '@kitestring/web/http';
import { auditWatch } from './audit-watch.ts';

interface OperationWatchOptions {
  readonly audit: Pick<AuditLog, 'note'>;
  /** Called for commands, including refused ones. */
  readonly onCommand?: RequestWatch;
}

/** Flight log and audit log of the operations. */
export function operationWatch({ audit, onCommand }: OperationWatchOptions): WatchOf {
  return (operation) => {
    const watches = [isCommand(operation) ? onCommand : undefined, auditWatch(operation, audit)];
    const [first, second] = watches.filter((watch) => watch !== undefined);
    if (first === undefined) return undefined;
    return (answered) => {
      const logged = withoutSecrets(answered);
      first(logged);
      second?.(logged);
    };
  };
}

/** The address of a relay has the key of its stream, its token or its passphrase. Where the operator stood is kept in memory only. */
const LOGGED_BODIES: ReadonlyMap<string, (body: never) => unknown> = new Map<string, (body: never) => unknown>([
  [setPush.id, loggedPush],
  [requestControl.id, loggedOperator],
  [overrideControl.id, loggedOperator],
]);

function withoutSecrets(answered: AnsweredRequest): AnsweredRequest {
  const logged = LOGGED_BODIES.get(answered.operation.id);
  return logged === undefined || answered.body === undefined
    ? answered
    : { ...answered, body: logged(answered.body as never) };
}

function loggedOperator({ operator_name, regulatory_mode }: RequestHandoffControl) {
  return { operator_name, ...(regulatory_mode !== undefined && { regulatory_mode }) };
}
