import { AUDIT_INPUT_MAX } from '@kitestring/station-contract/admin/audit.ts';
import type { AuditKind } from '@kitestring/station-contract/admin/audit-kinds.ts';
import { ADMIN_BASE } from '@kitestring/station-contract/admin/operations.ts';
import type { AnsweredRequest, RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { SIM_BASE } from '@kitestring/station-contract/sim/operations.ts';
import type { AccountChange } from '@kitestring/station-contract/station/account.ts';
import {
  addAccount,
  changeAccount,
  changeOwnPassword,
  removeAccount,
  signIn,
} from '@kitestring/station-contract/station/account-operations.ts';
import { moveFollowBox } from '@kitestring/station-contract/station/camera-follow-operations.ts';
import { changeCapture } from '@kitestring/station-contract/station/capture-operations.ts';
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  signInWithPasskey,
} from '@kitestring/station-contract/station/passkey-operations.ts';
import {
  addWatchLink,
  openWatchLink,
  revokeWatchLink,
} from '@kitestring/station-contract/station/watch-link-operations.ts';
import { watchByMse, watchByWhep } from '@kitestring/station-contract/video/operations.ts';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { isCommand } from '@kitestring/web/http';

/** Bodies with keys, browser addresses, or names and positions of persons. */
const SECRET_KINDS: ReadonlySet<AuditKind> = new Set(['SignIn', 'Viewing', 'Control']);
/** Texts of operators may contain names of persons, and the audit log is never erased. */
const NOTES: ReadonlySet<string> = new Set([changeCapture.id]);
/** Starting to view video is audited: it shows more than a reading. */
const VIEWING: ReadonlySet<string> = new Set([watchByWhep.id, watchByMse.id]);

/** Creating a watch link gives others access. */
const WATCH_LINKS: ReadonlySet<string> = new Set([addWatchLink.id, revokeWatchLink.id]);

/** Bodies with logins, names and passwords: the log has the changed fields, without their values. */
const ACCOUNTS: ReadonlySet<string> = new Set([
  addAccount.id,
  changeAccount.id,
  removeAccount.id,
  changeOwnPassword.id,
  beginPasskey.id,
  addPasskey.id,
  removePasskey.id,
]);
const SIGN_INS: ReadonlySet<string> = new Set([openWatchLink.id, signIn.id, signInWithPasskey.id]);

/** Audit kind of an operation; undefined for a read. */
function auditKind(operation: Operation): AuditKind | undefined {
  const { base, id, method } = operation;
  if (VIEWING.has(id)) return 'Viewing';
  // Ten a second would bury the rest; begin and end of the follow are recorded.
  if (method === 'GET' || id === moveFollowBox.id) return undefined;
  if (id.startsWith('auth.token.') || SIGN_INS.has(id)) return 'SignIn';
  if (WATCH_LINKS.has(id) || ACCOUNTS.has(id)) return 'Administration';
  if (base === ADMIN_BASE) return 'Administration';
  if (base === SIM_BASE) return 'Simulator';
  if (id.startsWith('handoff.')) return 'Control';
  if (!isCommand(operation)) return undefined;
  return method === 'DELETE' ? 'Deletion' : 'Command';
}

/** Records each response of the operation; undefined for an operation that is not audited. */
export function auditWatch(operation: Operation, log: Pick<AuditLog, 'note'>): RequestWatch | undefined {
  const kind = auditKind(operation);
  if (kind === undefined) return undefined;
  return (answered) => {
    // Requests without a valid token have no effect and are unlimited in number: not recorded.
    if (answered.caller === null && kind !== 'SignIn') return;
    log.note(eventOf(kind, answered));
  };
}

function eventOf(kind: AuditKind, { address, body, caller, code, operation, params, status, target }: AnsweredRequest) {
  const doneTo = target ?? firstParameter(params);
  const input = asInput(auditedBody(kind, operation, body));
  return {
    kind,
    operation: operation.id,
    outcome: status < 400 ? 'Done' : status < 500 ? 'Refused' : 'Failed',
    status,
    ...(code !== undefined && { code }),
    ...(address !== undefined && { address }),
    ...(caller !== null && {
      pluginId: caller.callerId,
      // Names of people are stored separately, so that they can be erased.
      ...(caller.role === undefined && { pluginName: caller.callerName }),
      sessionId: caller.sessionId,
    }),
    ...(doneTo !== undefined && { target: doneTo }),
    ...(input !== undefined && { input }),
  } as const;
}

function auditedBody(kind: AuditKind, { id }: Operation, body: unknown): unknown {
  if (SECRET_KINDS.has(kind) || NOTES.has(id)) return undefined;
  return ACCOUNTS.has(id) ? changedFields(body as AccountChange | undefined) : body;
}

/** Undefined without a body, which a refused request may lack, too. */
function changedFields(body: AccountChange | undefined) {
  if (body === undefined) return undefined;
  const { enabled, name, password, role } = body;
  const changed = [...(name === undefined ? [] : ['name']), ...(password === undefined ? [] : ['password'])];
  return { ...(role !== undefined && { role }), ...(enabled !== undefined && { enabled }), changed };
}

function firstParameter(params: unknown): string | undefined {
  const values = Object.values((params ?? {}) as Record<string, unknown>);
  return values.length === 0 ? undefined : values.map(String).join(' ').slice(0, AUDIT_INPUT_MAX);
}

function asInput(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return text.length <= AUDIT_INPUT_MAX ? text : `${text.slice(0, AUDIT_INPUT_MAX - 1)}…`;
}
