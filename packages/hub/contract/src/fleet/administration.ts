import { named, OneOf, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Sid } from '../tokens.ts';
import { GroupId } from './groups.ts';
import { FleetRole } from './role.ts';

export const FLEET_AUDIT_PAGE_MAX = 1000;
/** Stored in memory, and returned in one answer. */
export const FLEET_KEYS_MAX = 1000;
export const ENROLMENTS_SHOWN_MAX = 1000;
/** Invitations created by one request. */
const ENROLMENTS_AT_ONCE_MAX = 100;

const name = (description: string) =>
  Text(description, 'dispatch', { minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]*$' });

export const FleetKey = named('FleetKey', 'An API key of the hub, without its secret.', {
  id: Text('Id of the key.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  name: name('Who uses it.'),
  role: FleetRole,
  group: Type.Optional(GroupId),
  created: Timestamp('Time of creation.'),
});
export type FleetKey = Static<typeof FleetKey>;

export const FleetKeyList = named('FleetKeyList', 'All API keys of the hub.', {
  keys: Type.Array(FleetKey, { maxItems: FLEET_KEYS_MAX, description: 'In the order of their creation.' }),
});

export const NewFleetKey = named(
  'NewFleetKey',
  'A new key; without `group` for all stations, which is required for `auditor` and `admin`.',
  {
    name: name('The user of the key.'),
    role: FleetRole,
    group: Type.Optional(GroupId),
  },
);

export const MadeFleetKey = named('MadeFleetKey', 'A new key. Its secret is shown in this answer only.', {
  key: FleetKey,
  secret: Text('Sent as `Authorization: Bearer <secret>`.', 'kitehub_...'),
});

export const FleetEnrolment = named('FleetEnrolment', 'An invitation for one station, without its code.', {
  id: Text('Id of the invitation.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  note: Type.String({ maxLength: 200, description: 'Its purpose.' }),
  created: Timestamp('Time of creation.'),
  created_by: Type.String({ description: 'Name of the API key that created it.' }),
  expires: Timestamp('When it ends.'),
  state: OneOf(['open', 'used', 'expired'], 'Whether it can still be used.'),
  sid: Type.Optional(Sid),
});
export type FleetEnrolment = Static<typeof FleetEnrolment>;

export const FleetEnrolmentList = named('FleetEnrolmentList', 'Invitations, newest first.', {
  enrolments: Type.Array(FleetEnrolment, { maxItems: ENROLMENTS_SHOWN_MAX, description: 'The newest first.' }),
});

const enrolmentNote = Type.String({ maxLength: 200, pattern: '^[^\\p{Cc}]*$', description: 'Its purpose.' });

export const NewFleetEnrolment = named('NewFleetEnrolment', 'A new invitation.', {
  note: Type.Optional(enrolmentNote),
});

export const NewFleetEnrolments = named('NewFleetEnrolments', 'New invitations, one for each note.', {
  notes: Type.Array(enrolmentNote, {
    minItems: 1,
    maxItems: ENROLMENTS_AT_ONCE_MAX,
    description: 'The purpose of each.',
  }),
});

export const MadeFleetEnrolment = named(
  'MadeFleetEnrolment',
  'A new invitation. Its code is shown in this answer only.',
  {
    enrolment: FleetEnrolment,
    code: Text('One-time code.', 'abcdefghijklmnopqrstuvwxyz'),
    url: Type.String({
      description:
        'Address to enter at the station: with the code and, for a certificate without a public authority, its pin.',
      examples: ['https://hub.example/#abcdefghijklmnopqrstuvwxyz'],
    }),
  },
);

export const MadeFleetEnrolments = named('MadeFleetEnrolments', 'New invitations.', {
  enrolments: Type.Array(MadeFleetEnrolment, { description: 'In the order of the notes.' }),
});

export const FleetAuditEntry = named('FleetAuditEntry', 'An action at the hub.', {
  n: Type.Integer({ minimum: 1, description: 'Consecutive number.' }),
  time: Timestamp('When.'),
  who: Type.String({ description: 'Name of the API key or the person, or `station`.' }),
  person: Type.Optional(
    Type.String({ description: 'Id of the person; the hash covers it instead of the name, which can be erased.' }),
  ),
  key: Type.Optional(
    Type.String({ description: 'Id of the API key, because names need not be unique; the hash covers it too.' }),
  ),
  what: Type.String({ description: 'Id of the operation.' }),
  station: Type.Optional(Sid),
  outcome: Type.String({ description: '`done` with the change, or the code of the refusal.' }),
  address: Type.Optional(Type.String({ description: 'Address of the client.' })),
  previous: Type.String({
    description:
      'Hash of the previous entry, which may have been removed after `archive.audit_days`; `-` for the first.',
  }),
  hash: Type.String({ description: 'SHA-256 over this entry and `previous`, base64url.' }),
});
export type FleetAuditEntry = Static<typeof FleetAuditEntry>;

export const FleetAuditPage = named('FleetAuditPage', 'Entries of the audit log of the hub, newest first.', {
  entries: Type.Array(FleetAuditEntry, { maxItems: FLEET_AUDIT_PAGE_MAX, description: 'Each of them once.' }),
  next_before: Type.Optional(
    Type.Integer({ minimum: 1, description: '`before` of the next page; absent when there is none.' }),
  ),
});
