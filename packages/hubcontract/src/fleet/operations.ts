import { type Operation, operation } from '@kitestring/contract/operation.ts';
import { named, OneOf, Timestamp } from '@kitestring/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Epoch, Seq, Sid } from '../tokens.ts';
import {
  FLEET_AUDIT_PAGE_MAX,
  FleetAuditPage,
  FleetEnrolmentList,
  FleetKeyList,
  MadeFleetEnrolment,
  MadeFleetEnrolments,
  MadeFleetKey,
  NewFleetEnrolment,
  NewFleetEnrolments,
  NewFleetKey,
} from './administration.ts';
import { Bbox } from './bbox.ts';
import { FleetStationDetails, FleetStationList, StationState } from './fleet-station.ts';
import { GroupId } from './groups.ts';
import { FleetCompleteness, FleetHistory, FleetSegments, HISTORY_PAGE_MAX, SEGMENT_PAGE_MAX } from './history.ts';

/** Base path of the fleet API, below the root of the hub. */
export const FLEET_BASE = '/fleet/v1';
/** Version of the fleet API, which is not part of the published API of a station. */
export const FLEET_API_VERSION = '0.1.0';

/** Maximum of stations in one answer. */
export const STATION_PAGE_MAX = 1000;

export const READS = { base: FLEET_BASE, access: ['read'] } as const;
export const ADMINISTERS = { base: FLEET_BASE, access: ['internal'] } as const;

export const StationParams = Type.Object({ sid: Sid });
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64, description: 'Id, as in the list.' }) });

export const limit = (maximum: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Most entries of the answer; ${usual} when absent.` }),
  );

/** Part of a list by time; both ends are included. */
export const TIME_RANGE = {
  from: Type.Optional(Timestamp('Only what is not before this time.')),
  to: Type.Optional(Timestamp('Only what is not after this time.')),
};

const RecordRange = {
  epoch: Type.Optional(Epoch),
  after: Type.Optional(Seq('Only what follows the record with this number.')),
};

export const listFleetStations = operation({
  ...READS,
  id: 'fleet.stations',
  path: '/stations',
  summary: 'Stations',
  description: 'The stations of the fleet by name, with their newest beat.',
  query: Type.Object({
    state: Type.Optional(StationState),
    bbox: Type.Optional(Bbox),
    group: Type.Optional(GroupId),
    text: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, the sid or a serial number.' })),
    after: Type.Optional(Type.String({ maxLength: 300, description: '`next_after` of the page before.' })),
    limit: limit(STATION_PAGE_MAX, 100),
  }),
  replies: { 200: FleetStationList },
  errors: ['INVALID_REQUEST'],
});

export const readFleetStation = operation({
  ...READS,
  id: 'fleet.station',
  path: '/stations/{sid}',
  summary: 'One station',
  description: 'What the hub knows of a station: its newest beat, its inventory and how far its records are.',
  params: StationParams,
  replies: { 200: FleetStationDetails },
  errors: ['NOT_FOUND', 'INVALID_REQUEST'],
});

export const revokeFleetStation = operation({
  ...ADMINISTERS,
  id: 'fleet.station.revoke',
  method: 'POST',
  path: '/stations/{sid}/revoke',
  summary: 'End the membership of a station',
  description:
    'Its credentials are void at once and its link is cut; its records stay. The station flies on, and can be enrolled again under a new sid.',
  params: StationParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const readFleetHistory = operation({
  ...READS,
  id: 'fleet.station.history',
  path: '/stations/{sid}/history',
  summary: 'Records of a station',
  description:
    'Samples and events as the station has numbered them, in order, each once. Of several numberings the newest when `epoch` is absent.',
  params: StationParams,
  query: Type.Object({
    ...RecordRange,
    from: Type.Optional(Timestamp('Only records from this station time on.')),
    to: Type.Optional(Timestamp('Only records up to this station time.')),
    limit: limit(HISTORY_PAGE_MAX, 1000),
  }),
  replies: { 200: FleetHistory },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const readFleetCompleteness = operation({
  ...READS,
  id: 'fleet.station.gaps',
  path: '/stations/{sid}/gaps',
  summary: 'Gaps in the records of a station',
  description: 'Every numbering of the station with the records that are archived and those that are not.',
  params: StationParams,
  replies: { 200: FleetCompleteness },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STORE_UNUSABLE'],
});

export const readFleetSegments = operation({
  ...READS,
  id: 'fleet.station.segments',
  path: '/stations/{sid}/segments',
  summary: 'Chain of a station',
  description:
    'Hashes and signatures under the records: with them anybody can check that records are complete, unchanged and those of the station.',
  params: StationParams,
  query: Type.Object({ ...RecordRange, limit: limit(SEGMENT_PAGE_MAX, SEGMENT_PAGE_MAX) }),
  replies: { 200: FleetSegments },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listFleetEnrolments = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments',
  path: '/enrolments',
  summary: 'Invitations',
  description: 'Invitations for stations, the newest first, without their codes.',
  replies: { 200: FleetEnrolmentList },
  errors: ['STORE_UNUSABLE'],
});

export const addFleetEnrolment = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments.add',
  method: 'POST',
  path: '/enrolments',
  summary: 'Invite a station',
  description: 'Makes a code of 128 random bits with which one station can enrol once, within ten minutes.',
  body: NewFleetEnrolment,
  isBodyOptional: true,
  replies: { 201: MadeFleetEnrolment },
  errors: ['INVITATION_UNENCRYPTED', 'STORE_UNUSABLE'],
});

export const addFleetEnrolments = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments.add_several',
  method: 'POST',
  path: '/enrolments/batch',
  summary: 'Invite several stations',
  description: 'The same for up to 100 stations at once, each with a code of its own.',
  body: NewFleetEnrolments,
  isBodyOptional: true,
  replies: { 201: MadeFleetEnrolments },
  errors: ['INVITATION_UNENCRYPTED', 'STORE_UNUSABLE'],
});

export const removeFleetEnrolment = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments.remove',
  method: 'DELETE',
  path: '/enrolments/{id}',
  summary: 'Withdraw an invitation',
  description: 'Its code is void at once.',
  params: IdParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listFleetKeys = operation({
  ...ADMINISTERS,
  id: 'fleet.keys',
  path: '/keys',
  summary: 'API keys',
  description: 'All API keys of the hub, without their secrets.',
  replies: { 200: FleetKeyList },
});

export const addFleetKey = operation({
  ...ADMINISTERS,
  id: 'fleet.keys.add',
  method: 'POST',
  path: '/keys',
  summary: 'Make an API key',
  description: 'The secret is in this answer only: the hub keeps its hash.',
  body: NewFleetKey,
  replies: { 201: MadeFleetKey },
  errors: ['NOT_FOUND', 'TOO_MANY_PLUGINS', 'STORE_UNUSABLE'],
});

export const removeFleetKey = operation({
  ...ADMINISTERS,
  id: 'fleet.keys.remove',
  method: 'DELETE',
  path: '/keys/{id}',
  summary: 'Remove an API key',
  description: 'It is void at once, and its WebSockets are closed. The last key of an administrator cannot be removed.',
  params: IdParams,
  errors: ['NOT_FOUND', 'LAST_INTERNAL_PLUGIN', 'STORE_UNUSABLE'],
});

export const readFleetAudit = operation({
  ...ADMINISTERS,
  id: 'fleet.audit',
  path: '/audit',
  summary: 'Audit log of the hub',
  description: 'Who enrolled, revoked, and made or removed keys. Entries are chained by their hashes.',
  query: Type.Object({
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only entries with a lower number.' })),
    who: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only those of this caller: name or id of an API key, or id of a person.',
      }),
    ),
    station: Type.Optional(Sid),
    ...TIME_RANGE,
    limit: limit(FLEET_AUDIT_PAGE_MAX, 100),
  }),
  replies: { 200: FleetAuditPage },
  errors: ['INVALID_REQUEST', 'STORE_UNUSABLE'],
});

export const FleetHealth = named('FleetHealth', 'Whether the hub does its work.', {
  status: OneOf(['up', 'degraded'], '`degraded`: broker or database is away.'),
  version: Type.String({ description: 'Version of the hub.' }),
  broker: OneOf(['up', 'down'], 'The connection to the broker.'),
  database: OneOf(['up', 'down'], 'The database.'),
});
export type FleetHealth = Static<typeof FleetHealth>;

export const readFleetHealth = operation({
  base: FLEET_BASE,
  id: 'fleet.health',
  path: '/health',
  access: 'open',
  summary: 'Health of the hub',
  description: 'Answers 200 when everything is up, else 503 with the same body.',
  replies: { 200: FleetHealth, 503: FleetHealth },
});

/** The fleet API, in the order of its reference. */
export const FLEET_OPERATIONS: readonly Operation[] = [
  listFleetStations,
  readFleetStation,
  readFleetHistory,
  readFleetCompleteness,
  readFleetSegments,
  revokeFleetStation,
  listFleetEnrolments,
  addFleetEnrolment,
  addFleetEnrolments,
  removeFleetEnrolment,
  listFleetKeys,
  addFleetKey,
  removeFleetKey,
  readFleetAudit,
  readFleetHealth,
];
