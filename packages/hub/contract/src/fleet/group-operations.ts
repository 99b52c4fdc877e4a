import { operation } from '@kitestring/station-contract/operation.ts';
import Type from 'typebox';
import { Sid } from '../tokens.ts';
import {
  GroupId,
  NewRoleBinding,
  NewStationGroup,
  RoleBinding,
  RoleBindingList,
  StationGroup,
  StationGroupList,
} from './groups.ts';
import { FLEET_BASE } from './operations.ts';

const ADMINISTERS = { base: FLEET_BASE, access: ['internal'] } as const;
const GroupParams = Type.Object({ id: GroupId });
const MemberParams = Type.Object({ id: GroupId, sid: Sid });

export const listGroups = operation({
  base: FLEET_BASE,
  access: ['read'],
  id: 'fleet.groups',
  path: '/groups',
  summary: 'Groups of stations',
  description: 'The groups for which the caller has a role; all of them with a role for all stations.',
  replies: { 200: StationGroupList },
});

export const addGroup = operation({
  ...ADMINISTERS,
  id: 'fleet.groups.add',
  method: 'POST',
  path: '/groups',
  summary: 'Make a group',
  description: 'Creates an empty group of stations.',
  body: NewStationGroup,
  replies: { 201: StationGroup },
  errors: ['GROUP_NAME_TAKEN', 'TOO_MANY_GROUPS', 'STORE_UNUSABLE'],
});

export const renameGroup = operation({
  ...ADMINISTERS,
  id: 'fleet.groups.rename',
  method: 'POST',
  path: '/groups/{id}',
  summary: 'Rename a group',
  description: 'Its id, its stations and the roles for it stay.',
  params: GroupParams,
  body: NewStationGroup,
  replies: { 200: StationGroup },
  errors: ['NOT_FOUND', 'GROUP_NAME_TAKEN', 'STORE_UNUSABLE'],
});

export const removeGroup = operation({
  ...ADMINISTERS,
  id: 'fleet.groups.remove',
  method: 'DELETE',
  path: '/groups/{id}',
  summary: 'Delete a group',
  description: 'Its stations stay. A group for which a role or an API key applies is not deleted: remove these first.',
  params: GroupParams,
  errors: ['NOT_FOUND', 'GROUP_IN_USE', 'STORE_UNUSABLE'],
});

export const addGroupStation = operation({
  ...ADMINISTERS,
  id: 'fleet.groups.station.add',
  method: 'POST',
  path: '/groups/{id}/stations/{sid}',
  summary: 'Add a station to a group',
  description: 'A station can be in several groups. No effect if it is in the group already.',
  params: MemberParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const removeGroupStation = operation({
  ...ADMINISTERS,
  id: 'fleet.groups.station.remove',
  method: 'DELETE',
  path: '/groups/{id}/stations/{sid}',
  summary: 'Remove a station from a group',
  description: 'Callers without another role for it stop seeing it at once.',
  params: MemberParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listRoles = operation({
  ...ADMINISTERS,
  id: 'fleet.roles',
  path: '/roles',
  summary: 'Bindings of roles',
  description: 'Roles of callers and their stations, in addition to the roles in API keys.',
  replies: { 200: RoleBindingList },
});

export const addRole = operation({
  ...ADMINISTERS,
  id: 'fleet.roles.add',
  method: 'POST',
  path: '/roles',
  summary: 'Give a role',
  description: 'Applies at once, also to existing sign-ins. Several roles of one caller apply together.',
  body: NewRoleBinding,
  replies: { 201: RoleBinding },
  errors: ['NOT_FOUND', 'TOO_MANY_GROUPS', 'STORE_UNUSABLE'],
});

export const removeRole = operation({
  ...ADMINISTERS,
  id: 'fleet.roles.remove',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Remove a role',
  description: 'Applies at once, also to existing sign-ins.',
  params: Type.Object({ id: Type.String({ maxLength: 64, description: 'Id, as in the list.' }) }),
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const GROUP_OPERATIONS = [
  ...[listGroups, addGroup, renameGroup, removeGroup, addGroupStation, removeGroupStation],
  ...[listRoles, addRole, removeRole],
];
