import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';
import { AUDIT_KINDS, AUDIT_OUTCOMES } from './audit-kinds.ts';

/** Most entries in one answer. */
export const AUDIT_PAGE_MAX = 1000;

/** Longest input that an entry keeps, characters. */
export const AUDIT_INPUT_MAX = 500;

export const AuditEntry = named('AuditEntry', 'Something that was asked of the station, and how it ended.', {
  sequence: Type.Integer({
    minimum: 1,
    description: 'Number of the entry. Numbers rise and are never used again: one that is missing was removed.',
    examples: [4711],
  }),
  time: Timestamp('When it was answered, UTC, whatever the speed of a simulation.'),
  station_time: Timestamp('The same moment in station time, as flight logs and notifications have it.'),
  kind: Type.Enum(AUDIT_KINDS, { description: 'What it is about.', examples: ['Command'] }),
  operation: Type.String({
    description: 'Id of the operation in the API document.',
    examples: ['flight.control.altitude'],
  }),
  outcome: Type.Enum(AUDIT_OUTCOMES, { description: 'How it ended.', examples: ['Refused'] }),
  status: Type.Optional(
    Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the answer.', examples: [409] }),
  ),
  code: Type.Optional(
    Type.String({ description: 'Why it was refused, a code of the error reference.', examples: ['CONTROL_TAKEN'] }),
  ),
  address: Type.Optional(
    Type.String({
      description:
        'Where the request came from; behind a proxy, the proxy. `command line` for a command on the station itself.',
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
      description: 'Its name at that time; of an account, the name it has now, or had last.',
      examples: ['vms'],
    }),
  ),
  session_id: Type.Optional(
    Type.String({ description: 'Session of the caller.', examples: ['0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'] }),
  ),
  target: Type.Optional(
    Type.String({ description: 'What it was done to: the parameters of the path.', examples: ['zoom'] }),
  ),
  target_name: Type.Optional(
    Type.String({
      description: 'Name of the account that it was done to, where it is one and is still known.',
      examples: ['Maria Rossi'],
    }),
  ),
  input: Type.Optional(
    Type.String({
      maxLength: AUDIT_INPUT_MAX,
      description: `The body as JSON, cut after ${AUDIT_INPUT_MAX} characters. Never that of a sign-in or of a handoff: those hold keys, names and positions.`,
      examples: ['{"altitude":60}'],
    }),
  ),
  count: Type.Integer({
    minimum: 1,
    description: 'How often, where refusals that could come without end are counted in place of an entry each.',
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
      description: 'How many at most.',
      examples: [100],
    }),
  ),
  kind: Type.Optional(Type.Enum(AUDIT_KINDS, { description: 'Only entries of this kind.', examples: ['SignIn'] })),
  plugin_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only what this plugin did.',
      examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
    }),
  ),
});
