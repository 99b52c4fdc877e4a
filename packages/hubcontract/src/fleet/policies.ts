import { operation } from '@kitestring/contract/operation.ts';
import { named, Timestamp } from '@kitestring/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { uploadPolicy } from '../upload-policy.ts';
import { GROUPS_MAX, GroupId } from './groups.ts';
import { ADMINISTERS, READS, StationParams } from './operations.ts';

/** Instead of the id of a group. */
export const ALL_STATIONS = 'all';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const FleetUploadPolicy = named('FleetUploadPolicy', 'What stations bring to the hub by themselves.', {
  group: Type.Optional(GroupId),
  ...uploadPolicy,
  changed: Timestamp('When it was set.'),
  stations: count('Stations for which it counts.'),
  following: count('Those of them that have said that they follow it.'),
});
export type FleetUploadPolicy = Static<typeof FleetUploadPolicy>;

export const FleetUploadPolicies = named('FleetUploadPolicies', 'Upload policies.', {
  policies: Type.Array(FleetUploadPolicy, {
    maxItems: GROUPS_MAX + 1,
    description: 'By name of the group; the one for all stations last.',
  }),
});

export const NewFleetUploadPolicy = named(
  'NewFleetUploadPolicy',
  'An upload policy to be set; without `group` for all stations whose groups have none.',
  { group: Type.Optional(GroupId), ...uploadPolicy },
);

export const StationUploadPolicy = named('StationUploadPolicy', 'The upload policy of one station.', {
  ...uploadPolicy,
  group: Type.Optional(GroupId),
  follows: Type.Boolean({
    description: 'Whether the station has said that it follows this one. Until then it follows the one before.',
  }),
  followed: Type.Optional(Timestamp('When it said so.')),
});
export type StationUploadPolicy = Static<typeof StationUploadPolicy>;

export const listUploadPolicies = operation({
  ...ADMINISTERS,
  id: 'fleet.policies',
  path: '/policies',
  summary: 'Upload policies',
  description:
    'What stations bring to the hub by themselves, and how many of them follow. Without any they bring nothing.',
  replies: { 200: FleetUploadPolicies },
  errors: ['STORE_UNUSABLE'],
});

export const setUploadPolicy = operation({
  ...ADMINISTERS,
  id: 'fleet.policies.set',
  method: 'POST',
  path: '/policies',
  summary: 'Set an upload policy',
  description:
    'Replaces the policy of the group, or that of all stations. A station in several groups with a policy follows the first by name. Stations that are online follow within seconds, the others once they are back. It is in the audit log.',
  body: NewFleetUploadPolicy,
  replies: { 200: FleetUploadPolicy },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const removeUploadPolicy = operation({
  ...ADMINISTERS,
  id: 'fleet.policies.remove',
  method: 'DELETE',
  path: '/policies/{group}',
  summary: 'Remove an upload policy',
  description:
    'Stations of the group follow that of another of their groups from now on, or that of all stations. `all` removes the latter: what no policy asks for is brought on order only.',
  params: Type.Object({
    group: Type.Union([GroupId, Type.Literal(ALL_STATIONS)], { description: 'Id of the group, or `all`.' }),
  }),
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const readStationPolicy = operation({
  ...READS,
  id: 'fleet.station.policy',
  path: '/stations/{sid}/policy',
  summary: 'Upload policy of a station',
  description: 'The policy that counts for it, and whether it follows.',
  params: StationParams,
  replies: { 200: StationUploadPolicy },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const POLICY_OPERATIONS = [listUploadPolicies, setUploadPolicy, removeUploadPolicy, readStationPolicy] as const;
