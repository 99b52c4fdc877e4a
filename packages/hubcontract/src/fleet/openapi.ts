import { type ApiDescription, apiDocument } from '@kitestring/contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/contract/document/components.ts';
import { ErrorReply } from '@kitestring/contract/error-reply.ts';
import { HubStation } from './fleet-station.ts';
import { MIRRORED_STATES } from './mirrored-states.ts';
import { FLEET_API_VERSION, FLEET_BASE, FLEET_OPERATIONS } from './operations.ts';
import { readFleetCommand, STATION_COMMANDS } from './station-commands.ts';

const CHAPTERS = [
  { name: 'stations', description: 'The stations of the fleet, their records, and the proof that these are complete.' },
  { name: 'events', description: 'Events of all stations, and the stations live.' },
  { name: 'administration', description: 'Invitations, API keys, audit log and health.' },
] as const;

const CHAPTER_OF: Readonly<Record<string, (typeof CHAPTERS)[number]['name']>> = {
  stations: 'stations',
  station: 'stations',
  events: 'events',
  live: 'events',
};

export const FLEET_API: ApiDescription = {
  title: 'Kitestring fleet API',
  description:
    'Many stations, one place. Send an API key of the hub as `Authorization: Bearer <key>`; its role decides what it may. Times are RFC 3339. A field that is not known is absent. Every error body has a stable `code` and a `message` for people.',
  operations: [
    ...FLEET_OPERATIONS,
    ...MIRRORED_STATES.map(({ operation }) => operation),
    ...STATION_COMMANDS.map(({ operation }) => operation),
    readFleetCommand,
  ],
  chapters: CHAPTERS,
  chapterOf: ({ id }) => CHAPTER_OF[id.split('.')[1] ?? ''] ?? 'administration',
  schemas: [HubStation, ErrorReply],
};

/** The OpenAPI 3.1 document of the fleet API. */
export const fleetOpenApiDocument = (): JsonObject =>
  apiDocument(FLEET_API, { version: FLEET_API_VERSION, serverUrl: FLEET_BASE, tokenServerUrl: FLEET_BASE });
