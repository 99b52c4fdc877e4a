import { operation } from '@kitestring/station-contract/operation.ts';
import { named, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { FLEET_AUDIT_PAGE_MAX, FleetAuditEntry } from './administration.ts';
import { FLEET_BASE } from './operations.ts';
import { FleetCommand } from './station-commands.ts';

export const PERSONS_SHOWN_MAX = 5000;

const PersonId = Text(
  'Id of the person, which is used in the audit log, in commands and at stations.',
  'pabcdefghijkl',
  { pattern: '^p[a-z2-7]{12}$' },
);

export const FleetPerson = named('FleetPerson', 'A person, or a program, that has signed in by the provider.', {
  id: PersonId,
  name: Type.String({ description: 'Name, as last reported by the provider.' }),
  issuer: Type.String({ description: 'The provider.' }),
  subject: Type.String({ description: 'The person at the provider.' }),
  first: Timestamp('First sign-in.'),
  seen: Timestamp('Last sign-in.'),
});
export type FleetPerson = Static<typeof FleetPerson>;

export const FleetPersonList = named('FleetPersonList', 'Persons by name.', {
  persons: Type.Array(FleetPerson, { maxItems: PERSONS_SHOWN_MAX, description: 'Each of them once.' }),
});

export const FleetPersonExport = named('FleetPersonExport', 'All data of the hub about a person.', {
  person: FleetPerson,
  audit: Type.Array(FleetAuditEntry, { description: 'Actions of the person, newest first.' }),
  commands: Type.Array(FleetCommand, { description: 'Commands of the person, newest first.' }),
  complete: Type.Boolean({ description: `False when there are more than ${FLEET_AUDIT_PAGE_MAX} of one kind.` }),
});
export type FleetPersonExport = Static<typeof FleetPersonExport>;

const ADMINISTERS = { base: FLEET_BASE, access: ['internal'] } as const;
const PersonParams = Type.Object({ id: PersonId });

export const listPersons = operation({
  ...ADMINISTERS,
  id: 'fleet.persons',
  path: '/persons',
  summary: 'Persons',
  description: 'Persons who have signed in by the provider and were not erased.',
  replies: { 200: FleetPersonList },
  errors: ['STORE_UNUSABLE'],
});

export const exportPerson = operation({
  ...ADMINISTERS,
  id: 'fleet.persons.export',
  path: '/persons/{id}',
  summary: 'Export a person',
  description: 'All data of the hub about a person. The export itself is in the audit log.',
  params: PersonParams,
  replies: { 200: FleetPersonExport },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STORE_UNUSABLE'],
});

export const erasePerson = operation({
  ...ADMINISTERS,
  id: 'fleet.persons.erase',
  method: 'DELETE',
  path: '/persons/{id}',
  summary: 'Erase a person',
  description:
    'Ends the sign-ins of the person and removes name and subject. Audit log and commands keep the id, which is anonymous then. Logs of stations keep the name.',
  params: PersonParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const PERSON_OPERATIONS = [listPersons, exportPerson, erasePerson];
