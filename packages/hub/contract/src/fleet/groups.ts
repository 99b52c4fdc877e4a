import { named, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Sid } from '../tokens.ts';
import { FleetRole } from './role.ts';

/** Stored in memory, and returned in one answer. */
export const GROUPS_MAX = 1000;
export const BINDINGS_MAX = 5000;

export const GroupId = Text('Id of the group.', 'gabcdefghijkl', { pattern: '^g[a-z2-7]{12}$' });
const GroupName = Text('Name of the group, unique.', 'North', {
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\p{Cc}]*$',
});

export const StationGroup = named('StationGroup', 'Stations that can share a role.', {
  id: GroupId,
  name: GroupName,
  created: Timestamp('Time of creation.'),
  stations: Type.Array(Sid, { description: 'Its stations, as far as the caller sees them.' }),
});
export type StationGroup = Static<typeof StationGroup>;

export const StationGroupList = named('StationGroupList', 'Groups of stations.', {
  groups: Type.Array(StationGroup, { maxItems: GROUPS_MAX, description: 'By name.' }),
});

export const NewStationGroup = named('NewStationGroup', 'A new group, or its new name.', { name: GroupName });

const Claim = Text(
  'Value in the role claim of the sign-in provider: a person who has it gets the role.',
  'fire-pilots',
  { minLength: 1, maxLength: 300, pattern: '^[^\\p{Cc}]*$' },
);
const KeyId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of an API key of the hub.' });

const binding = {
  claim: Type.Optional(Claim),
  key: Type.Optional(KeyId),
  role: FleetRole,
  group: Type.Optional(GroupId),
};

export const RoleBinding = named('RoleBinding', 'A role of all persons with a claim, or of an API key.', {
  id: Text('Id of the binding.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  ...binding,
  created: Timestamp('Time of creation.'),
});
export type RoleBinding = Static<typeof RoleBinding>;

export const RoleBindingList = named('RoleBindingList', 'Bindings of roles.', {
  bindings: Type.Array(RoleBinding, { maxItems: BINDINGS_MAX, description: 'In the order of their creation.' }),
});

export const NewRoleBinding = named(
  'NewRoleBinding',
  'A new binding: exactly one of `claim` and `key`; without `group` for all stations, which is required for `auditor` and `admin`.',
  binding,
);
export type NewRoleBinding = Static<typeof NewRoleBinding>;
