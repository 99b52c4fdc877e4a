import { type ApiDescription, apiDocument } from '@kitestring/station-contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { ALARM_OPERATIONS } from './alarm-operations.ts';
import { EVENT_OPERATIONS } from './events.ts';
import { readFleetInventory } from './fleet-inventory.ts';
import { readFleetMap, readFleetMapArchive } from './fleet-map.ts';
import { HubStation } from './fleet-station.ts';
import { GROUP_OPERATIONS } from './group-operations.ts';
import { HubErrorReply } from './hub-error.ts';
import { MIRRORED_STATES } from './mirrored-states.ts';
import { FLEET_API_VERSION, FLEET_BASE, FLEET_OPERATIONS } from './operations.ts';
import { PERSON_OPERATIONS } from './persons.ts';
import { POLICY_OPERATIONS } from './policies.ts';
import { RECORDING_OPERATIONS } from './recordings.ts';
import { RELAYED_VIDEO } from './relayed-video.ts';
import { SESSION_OPERATIONS } from './session-operations.ts';
import { SIGN_IN_OPERATIONS } from './sign-ins.ts';
import { readFleetCommand, STATION_COMMANDS } from './station-commands.ts';
import { readStationConsole } from './station-console.ts';
import { STATION_READS } from './station-reads.ts';
import { STATION_SUBSCRIPTION_OPERATIONS } from './station-subscriptions.ts';
import { STATION_TOKEN_OPERATIONS } from './station-tokens.ts';
import { readFleetTrack } from './track.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

const CHAPTERS = [
  { name: 'people', description: 'Sign-in, groups of stations, and roles.' },
  { name: 'stations', description: 'The stations of the fleet, their records, and the proof that these are complete.' },
  {
    name: 'recordings',
    description: 'Recordings and flight logs of all stations in the store of the hub, and automatic uploads.',
  },
  {
    name: 'events',
    description: 'Events of all stations as pages, streams and webhooks, their alarms, and the stations live.',
  },
  { name: 'administration', description: 'Invitations, API keys, audit log and health.' },
] as const;

const CHAPTER_OF: Readonly<Record<string, (typeof CHAPTERS)[number]['name']>> = {
  stations: 'stations',
  station: 'stations',
  map: 'stations',
  events: 'events',
  live: 'events',
  webhooks: 'events',
  uploads: 'recordings',
  recordings: 'recordings',
  flight_logs: 'recordings',
  policies: 'recordings',
  sign_in: 'people',
  sign_ins: 'people',
  session: 'people',
  groups: 'people',
  roles: 'people',
  persons: 'people',
  alarms: 'events',
  alarm: 'events',
};

export const FLEET_API: ApiDescription = {
  base: FLEET_BASE,
  version: FLEET_API_VERSION,
  title: 'Kitestring fleet API',
  description:
    'Many stations, one place. Send an API key of the hub as `Authorization: Bearer <key>`, or sign in and send the cookie; the role decides what it may. A change with the cookie from a page of another origin is refused with 403 `FOREIGN_PAGE`. Times are RFC 3339. Unknown fields are absent. Every error body has a stable `code`, a `message` for people, and with the errors of the hub its `trace_id`, which its log has, too.',
  operations: [
    ...SESSION_OPERATIONS,
    ...FLEET_OPERATIONS,
    readFleetTrack,
    readFleetInventory,
    readFleetMap,
    readFleetMapArchive,
    ...EVENT_OPERATIONS,
    ...GROUP_OPERATIONS,
    ...STATION_TOKEN_OPERATIONS,
    ...WEBHOOK_OPERATIONS,
    ...PERSON_OPERATIONS,
    ...SIGN_IN_OPERATIONS,
    ...ALARM_OPERATIONS,
    ...RECORDING_OPERATIONS,
    ...POLICY_OPERATIONS,
    ...MIRRORED_STATES.map(({ operation }) => operation),
    ...STATION_READS.map(({ operation }) => operation),
    readStationConsole,
    ...STATION_SUBSCRIPTION_OPERATIONS,
    ...STATION_COMMANDS.map(({ operation }) => operation),
    ...RELAYED_VIDEO,
    readFleetCommand,
  ],
  chapters: CHAPTERS,
  chapterOf: ({ id }) => CHAPTER_OF[id.split('.')[1] ?? ''] ?? 'administration',
  schemas: [HubStation, HubErrorReply],
};

/** The OpenAPI 3.1 document of the fleet API. */
export const fleetOpenApiDocument = (): JsonObject => apiDocument(FLEET_API, { tokenBase: FLEET_BASE });
