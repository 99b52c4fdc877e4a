import { type Operation, operation } from '@kitestring/station-contract/operation.ts';
import { named, OneOf, Timestamp } from '@kitestring/station-contract/schema.ts';
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
    Type.Integer({
      minimum: 1,
      maximum,
      description: `Maximum number of entries in the answer; ${usual} when absent.`,
    }),
  );

/** Part of a list by time; both ends are included. */
export const TIME_RANGE = {
  from: Type.Optional(Timestamp('Only entries from this time on.')),
  to: Type.Optional(Timestamp('Only entries up to this time.')),
};

const RecordRange = {
  epoch: Type.Optional(Epoch),
  after: Type.Optional(Seq('Only records after this number.')),
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
  description: 'Data of a station: its newest beat, its inventory and the progress of its records.',
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
    'Its credentials become invalid at once and it is disconnected; its records stay. The station continues to fly, and can be enrolled again under a new sid.',
  params: StationParams,
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const readFleetHistory = operation({
  ...READS,
  id: 'fleet.station.history',
  path: '/stations/{sid}/history',
  summary: 'Records of a station',
  description: 'Samples and events, ordered by number, each once. The newest epoch when `epoch` is absent.',
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
  description: 'Every epoch of the station with its archived and missing records.',
  params: StationParams,
  replies: { 200: FleetCompleteness },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STORE_UNUSABLE'],
});

export const readFleetSegments = operation({
  ...READS,
  id: 'fleet.station.segments',
  path: '/stations/{sid}/segments',
  summary: 'Chain of a station',
  description: 'Hashes and signatures of the records: a proof that they are complete, unchanged and from this station.',
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
  description: 'Creates a code of 128 random bits with which one station can enrol once, within ten minutes.',
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
  description: 'Its code becomes invalid at once.',
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
  summary: 'Create an API key',
  description: 'The secret is in this answer only: the hub stores its hash.',
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
  description:
    'It becomes invalid at once, and its WebSockets are closed. The last key of an administrator cannot be removed.',
  params: IdParams,
  errors: ['NOT_FOUND', 'LAST_INTERNAL_PLUGIN', 'STORE_UNUSABLE'],
});

export const readFleetAudit = operation({
  ...ADMINISTERS,
  id: 'fleet.audit',
  path: '/audit',
  summary: 'Audit log of the hub',
  description: 'Actions of people, keys and stations at the hub. Entries are chained by their hashes.',
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

export const FleetHealth = named('FleetHealth', 'Health of the hub.', {
  status: OneOf(['up', 'degraded'], '`degraded`: broker or database is unavailable.'),
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
  description: 'Answers 200 when everything works, otherwise 503 with the same body.',
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
