import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';
import { AUDIT_KINDS, AUDIT_OUTCOMES } from './audit-kinds.ts';

/** Most entries in one answer. */
export const AUDIT_PAGE_MAX = 1000;

/** Longest input that an entry keeps, characters. */
export const AUDIT_INPUT_MAX = 500;

export const AuditEntry = named('AuditEntry', 'A request to the station, and its outcome.', {
  sequence: Type.Integer({
    minimum: 1,
    description: 'Number of the entry. Numbers rise and are never reused: a missing one was removed.',
    examples: [4711],
  }),
  time: Timestamp('Time of the answer, UTC, independent of the speed of a simulation.'),
  station_time: Timestamp('The same time in station time, as in flight logs and notifications.'),
  kind: Type.Enum(AUDIT_KINDS, { description: 'Subject.', examples: ['Command'] }),
  operation: Type.String({
    description: 'Id of the operation in the API document.',
    examples: ['flight.control.altitude'],
  }),
  outcome: Type.Enum(AUDIT_OUTCOMES, { description: 'Outcome.', examples: ['Refused'] }),
  status: Type.Optional(
    Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the answer.', examples: [409] }),
  ),
  code: Type.Optional(
    Type.String({ description: 'Reason of a refusal, a code of the error reference.', examples: ['CONTROL_TAKEN'] }),
  ),
  address: Type.Optional(
    Type.String({
      description:
        'Address of the client; behind a proxy, that of the proxy. `command line` for a command on the station itself.',
      examples: ['192.0.2.7'],
    }),
  ),
  plugin_id: Type.Optional(
    Type.String({
      description: 'Plugin of the caller, or its account.',
      examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
    }),
  ),
  plugin_name: Type.Optional(
    Type.String({
      description: 'Name of the plugin at that time; for an account, its current or last name.',
      examples: ['vms'],
    }),
  ),
  session_id: Type.Optional(
    Type.String({ description: 'Session of the caller.', examples: ['0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'] }),
  ),
  target: Type.Optional(
    Type.String({ description: 'Object of the action: the parameters of the path.', examples: ['zoom'] }),
  ),
  target_name: Type.Optional(
    Type.String({
      description: 'Name of the affected account, if there is one and its name is still known.',
      examples: ['Maria Rossi'],
    }),
  ),
  input: Type.Optional(
    Type.String({
      maxLength: AUDIT_INPUT_MAX,
      description: `The body as JSON, cut after ${AUDIT_INPUT_MAX} characters. Omitted for sign-ins and handoffs, which contain keys, names and positions.`,
      examples: ['{"altitude":60}'],
    }),
  ),
  count: Type.Integer({
    minimum: 1,
    description: 'Number of occurrences, where repeated refusals share one entry.',
    examples: [1],
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = named('AuditPage', 'Entries of the audit log, the newest first.', {
  entries: Type.Array(AuditEntry, { maxItems: AUDIT_PAGE_MAX, description: 'Each of them once' }),
  next_before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: '`before` of the next page; absent when there is none.',
      examples: [4612],
    }),
  ),
});
export type AuditPage = Static<typeof AuditPage>;

export const AuditQuery = Type.Object({
  before: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only entries with a lower `sequence`.', examples: [4612] }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: AUDIT_PAGE_MAX,
      default: 100,
      description: 'Maximum number of entries.',
      examples: [100],
    }),
  ),
  kind: Type.Optional(Type.Enum(AUDIT_KINDS, { description: 'Only entries of this kind.', examples: ['SignIn'] })),
  plugin_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only actions of this plugin.',
      examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
    }),
  ),
});
