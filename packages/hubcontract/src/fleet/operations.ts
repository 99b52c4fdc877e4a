import { Nothing, type Operation, operation } from '@kitestring/contract/operation.ts';
import { named, Timestamp } from '@kitestring/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Epoch, Seq, Sid } from '../tokens.ts';
import {
  FLEET_AUDIT_PAGE_MAX,
  FleetAuditPage,
  FleetEnrolmentList,
  FleetKeyList,
  MadeFleetEnrolment,
  MadeFleetKey,
  NewFleetEnrolment,
  NewFleetKey,
} from './administration.ts';
import { FleetStationDetails, FleetStationList, StationState } from './fleet-station.ts';
import {
  EVENT_PAGE_MAX,
  FleetCompleteness,
  FleetEvents,
  FleetHistory,
  FleetSegments,
  HISTORY_PAGE_MAX,
  SEGMENT_PAGE_MAX,
} from './history.ts';

/** Base path of the fleet API, below the root of the hub. */
export const FLEET_BASE = '/fleet/v1';
/** Version of the fleet API, which is not part of the published API of a station. */
export const FLEET_API_VERSION = '0.1.0';

/** Most stations in one answer. */
export const STATION_PAGE_MAX = 1000;

const READS = { base: FLEET_BASE, method: 'GET', access: ['read'] } as const;
const ADMINISTERS = { base: FLEET_BASE, access: ['internal'] } as const;

const StationParams = Type.Object({ sid: Sid });
const IdParams = Type.Object({ id: Type.String({ maxLength: 64, description: 'Id, as in the list.' }) });

const limit = (maximum: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Most entries of the answer; ${usual} when absent.` }),
  );

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
    text: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, the sid or a serial number.' })),
    after: Type.Optional(Type.String({ maxLength: 300, description: '`next_after` of the page before.' })),
    limit: limit(STATION_PAGE_MAX, 100),
  }),
  replies: { 200: FleetStationList },
  errors: [],
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
  replies: { 204: Nothing },
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

export const readFleetEvents = operation({
  ...READS,
  id: 'fleet.events',
  path: '/events',
  summary: 'Events of all stations',
  description:
    'In the order of their archiving, from a number on: whoever continues with `next_after` misses none and gets none twice.',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only events with a higher number; 0 when absent.',
      }),
    ),
    sid: Type.Optional(Sid),
    kind: Type.Optional(Type.String({ maxLength: 40, description: 'Only events of this kind.' })),
    limit: limit(EVENT_PAGE_MAX, 100),
  }),
  replies: { 200: FleetEvents },
  errors: ['STORE_UNUSABLE'],
});

export const watchFleet = operation({
  ...READS,
  id: 'fleet.live',
  path: '/live',
  isUnlimited: true,
  summary: 'Stations, live',
  description:
    'A WebSocket. The first message has all stations, every further one those that have changed, at most one message a second: `{"stations": [HubStation]}`. A reader that is slow gets fewer messages, never old ones.',
  replies: { 101: Nothing },
  errors: ['UPGRADE_REQUIRED', 'TOO_MANY_CONNECTIONS', 'TOKEN_IN_URL'],
});

export const listFleetEnrolments = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments',
  method: 'GET',
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
  replies: { 201: MadeFleetEnrolment },
  errors: ['STORE_UNUSABLE'],
});

export const removeFleetEnrolment = operation({
  ...ADMINISTERS,
  id: 'fleet.enrolments.remove',
  method: 'DELETE',
  path: '/enrolments/{id}',
  summary: 'Withdraw an invitation',
  description: 'Its code is void at once.',
  params: IdParams,
  replies: { 204: Nothing },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listFleetKeys = operation({
  ...ADMINISTERS,
  id: 'fleet.keys',
  method: 'GET',
  path: '/keys',
  summary: 'API keys',
  description: 'All API keys of the hub, without their secrets.',
  replies: { 200: FleetKeyList },
  errors: [],
});

export const addFleetKey = operation({
  ...ADMINISTERS,
  id: 'fleet.keys.add',
  method: 'POST',
  path: '/keys',
  summary: 'Make an API key',
  description: 'The secret is in this answer only: the hub keeps its hash.',
  body: NewFleetKey,
  bodyRequired: true,
  replies: { 201: MadeFleetKey },
  errors: ['TOO_MANY_PLUGINS', 'STORE_UNUSABLE'],
});

export const removeFleetKey = operation({
  ...ADMINISTERS,
  id: 'fleet.keys.remove',
  method: 'DELETE',
  path: '/keys/{id}',
  summary: 'Remove an API key',
  description: 'It is void at once, and its WebSockets are closed. The last key of an administrator cannot be removed.',
  params: IdParams,
  replies: { 204: Nothing },
  errors: ['NOT_FOUND', 'LAST_INTERNAL_PLUGIN', 'STORE_UNUSABLE'],
});

export const readFleetAudit = operation({
  ...ADMINISTERS,
  id: 'fleet.audit',
  method: 'GET',
  path: '/audit',
  summary: 'Audit log of the hub',
  description: 'Who enrolled, revoked, and made or removed keys. Entries are chained by their hashes.',
  query: Type.Object({
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only entries with a lower number.' })),
    limit: limit(FLEET_AUDIT_PAGE_MAX, 100),
  }),
  replies: { 200: FleetAuditPage },
  errors: ['STORE_UNUSABLE'],
});

export const FleetHealth = named('FleetHealth', 'Whether the hub does its work.', {
  status: Type.Enum(['up', 'degraded'], { description: '`degraded`: broker or database is away.' }),
  version: Type.String({ description: 'Version of the hub.' }),
  broker: Type.Enum(['up', 'down'], { description: 'The connection to the broker.' }),
  database: Type.Enum(['up', 'down'], { description: 'The database.' }),
});
export type FleetHealth = Static<typeof FleetHealth>;

export const readFleetHealth = operation({
  base: FLEET_BASE,
  id: 'fleet.health',
  method: 'GET',
  path: '/health',
  access: 'open',
  summary: 'Health of the hub',
  description: 'Answers 200 when everything is up, else 503 with the same body.',
  replies: { 200: FleetHealth, 503: FleetHealth },
  errors: [],
});

/** The fleet API, in the order of its reference. */
export const FLEET_OPERATIONS: readonly Operation[] = [
  listFleetStations,
  readFleetStation,
  readFleetHistory,
  readFleetCompleteness,
  readFleetSegments,
  revokeFleetStation,
  readFleetEvents,
  watchFleet,
  listFleetEnrolments,
  addFleetEnrolment,
  removeFleetEnrolment,
  listFleetKeys,
  addFleetKey,
  removeFleetKey,
  readFleetAudit,
  readFleetHealth,
];
