import { operation } from '@kitestring/station-contract/operation.ts';
import { named, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { uploadPolicy } from '../upload-policy.ts';
import { GROUPS_MAX, GroupId } from './groups.ts';
import { ADMINISTERS, READS, StationParams } from './operations.ts';

/** Instead of the id of a group. */
export const ALL_STATIONS = 'all';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const FleetUploadPolicy = named('FleetUploadPolicy', 'Automatic uploads of stations.', {
  group: Type.Optional(GroupId),
  ...uploadPolicy,
  changed: Timestamp('When it was set.'),
  stations: count('Stations to which it applies.'),
  following: count('Those of them that have reported to follow it.'),
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
  'A new upload policy; without `group` for all stations whose groups have none.',
  { group: Type.Optional(GroupId), ...uploadPolicy },
);

export const StationUploadPolicy = named('StationUploadPolicy', 'The upload policy of one station.', {
  ...uploadPolicy,
  group: Type.Optional(GroupId),
  follows: Type.Boolean({
    description: 'Whether the station has reported to follow this one. Until then it follows the previous one.',
  }),
  followed: Type.Optional(Timestamp('Time of that report.')),
});
export type StationUploadPolicy = Static<typeof StationUploadPolicy>;

export const listUploadPolicies = operation({
  ...ADMINISTERS,
  id: 'fleet.policies',
  path: '/policies',
  summary: 'Upload policies',
  description:
    'Policies of automatic uploads, and the number of stations that follow. Without a policy there are none.',
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
    'Replaces the policy of the group, or that of all stations. A station in several groups with a policy follows the first by name. Online stations follow within seconds, others once they reconnect. The change is audited.',
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
    'Stations of the group follow that of another of their groups from now on, or that of all stations. `all` removes the latter: without a policy, uploads must be ordered.',
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
  description: 'The policy that applies to it, and whether it follows.',
  params: StationParams,
  replies: { 200: StationUploadPolicy },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const POLICY_OPERATIONS = [listUploadPolicies, setUploadPolicy, removeUploadPolicy, readStationPolicy] as const;
