import { AUDIT_INPUT_MAX } from '@kitestring/contract/admin/audit.ts';
import type { AuditKind } from '@kitestring/contract/admin/audit-kinds.ts';
import { ADMIN_BASE } from '@kitestring/contract/admin/operations.ts';
import type { Operation } from '@kitestring/contract/operation.ts';
import { SIM_BASE } from '@kitestring/contract/sim/operations.ts';
import { watchByMse, watchByWhep } from '@kitestring/contract/video/operations.ts';
import { type AnsweredRequest, isCommand, type RequestWatch } from '../http/request-watch.ts';
import type { AuditLog } from './audit-log.ts';

/** Bodies that hold keys, addresses of a browser, or names and positions of people. */
const SECRET_KINDS: ReadonlySet<AuditKind> = new Set(['SignIn', 'Viewing', 'Control']);
/** Whoever begins to watch sees what the camera sees, which is more than reading a figure. */
const VIEWING: ReadonlySet<string> = new Set([watchByWhep.id, watchByMse.id]);

/** What an operation is in the audit log; undefined for what only reads. */
export function auditKindOf(operation: Operation): AuditKind | undefined {
  const { base, id, method } = operation;
  if (VIEWING.has(id)) return 'Viewing';
  if (method === 'GET') return undefined;
  if (id.startsWith('auth.token.')) return 'SignIn';
  if (base === ADMIN_BASE) return 'Administration';
  if (base === SIM_BASE) return 'Simulator';
  if (id.startsWith('handoff.')) return 'Control';
  if (!isCommand(operation)) return undefined;
  return method === 'DELETE' ? 'Deletion' : 'Command';
}

/** Takes a note of each answer to the operation; undefined for one that is not audited. */
export function auditWatchOf(operation: Operation, log: Pick<AuditLog, 'note'>): RequestWatch | undefined {
  const kind = auditKindOf(operation);
  if (kind === undefined) return undefined;
  return (answered) => {
    // Whoever has no valid token asks nothing of the station, and could ask without end.
    if (answered.caller === null && kind !== 'SignIn') return;
    log.note(eventOf(kind, answered));
  };
}

function eventOf(kind: AuditKind, { address, body, caller, code, operation, params, status }: AnsweredRequest) {
  const target = targetOf(params);
  const input = SECRET_KINDS.has(kind) ? undefined : inputOf(body);
  return {
    kind,
    operation: operation.id,
    outcome: status < 400 ? 'Done' : status < 500 ? 'Refused' : 'Failed',
    status,
    ...(code !== undefined && { code }),
    ...(address !== undefined && { address }),
    ...(caller !== null && {
      pluginId: caller.pluginId,
      pluginName: caller.pluginName,
      sessionId: caller.sessionId,
    }),
    ...(target !== undefined && { target }),
    ...(input !== undefined && { input }),
  } as const;
}

function targetOf(params: unknown): string | undefined {
  const values = Object.values((params ?? {}) as Record<string, unknown>);
  return values.length === 0 ? undefined : values.map(String).join(' ').slice(0, AUDIT_INPUT_MAX);
}

function inputOf(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return text.length <= AUDIT_INPUT_MAX ? text : `${text.slice(0, AUDIT_INPUT_MAX - 1)}…`;
}
