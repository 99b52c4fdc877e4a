import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Timestamp, Whole } from '../schema.ts';
import { AUDIT_KINDS, AUDIT_OUTCOMES } from './audit-kinds.ts';

/** Most entries in one answer. */
export const AUDIT_PAGE_MAX = 1000;

/** Longest input that an entry keeps, characters. */
export const AUDIT_INPUT_MAX = 500;

export const AuditEntry = named('AuditEntry', 'A request to the station, and its outcome.', {
  sequence: Whole('Number of the entry. Numbers rise and are never reused: a missing one was removed.', 4711, {
    minimum: 1,
  }),
  time: Timestamp('Time of the answer, UTC, independent of the speed of a simulation.'),
  station_time: Timestamp('The same time in station time, as in flight logs and notifications.'),
  kind: OneOf(AUDIT_KINDS, 'Subject.', 'Command'),
  operation: Text('Id of the operation in the API document.', 'flight.control.altitude'),
  outcome: OneOf(AUDIT_OUTCOMES, 'Outcome.', 'Refused'),
  status: Type.Optional(Whole('Status of the answer.', 409, { minimum: 100, maximum: 599 })),
  code: Type.Optional(Text('Reason of a refusal, a code of the error reference.', 'CONTROL_TAKEN')),
  address: Type.Optional(
    Text(
      'Address of the client; behind a proxy, that of the proxy. `command line` for a command on the station itself.',
      '192.0.2.7',
    ),
  ),
  plugin_id: Type.Optional(Text('Plugin of the caller, or its account.', '7d444840-9dc0-41d1-b245-5ffdce74fad2')),
  plugin_name: Type.Optional(Text('Name of the plugin at that time; for an account, its current or last name.', 'vms')),
  session_id: Type.Optional(Text('Session of the caller.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51')),
  target: Type.Optional(Text('Object of the action: the parameters of the path.', 'zoom')),
  target_name: Type.Optional(
    Text('Name of the affected account, if there is one and its name is still known.', 'Maria Rossi'),
  ),
  input: Type.Optional(
    Text(
      `The body as JSON, cut after ${AUDIT_INPUT_MAX} characters. Omitted for sign-ins and handoffs, which contain keys, names and positions.`,
      '{"altitude":60}',
      { maxLength: AUDIT_INPUT_MAX },
    ),
  ),
  count: Whole('Number of occurrences, where repeated refusals share one entry.', 1, { minimum: 1 }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = named('AuditPage', 'Entries of the audit log, the newest first.', {
  entries: Type.Array(AuditEntry, { maxItems: AUDIT_PAGE_MAX, description: 'Each of them once' }),
  next_before: Type.Optional(Whole('`before` of the next page; absent when there is none.', 4612, { minimum: 1 })),
});
export type AuditPage = Static<typeof AuditPage>;

export const AuditQuery = Type.Object({
  before: Type.Optional(Whole('Only entries with a lower `sequence`.', 4612, { minimum: 1 })),
  limit: Type.Optional(Whole('Maximum number of entries.', 100, { minimum: 1, maximum: AUDIT_PAGE_MAX, default: 100 })),
  kind: Type.Optional(OneOf(AUDIT_KINDS, 'Only entries of this kind.', 'SignIn')),
  plugin_id: Type.Optional(
    Text('Only actions of this plugin.', '7d444840-9dc0-41d1-b245-5ffdce74fad2', { maxLength: 100 }),
  ),
});
