import { type ApiDescription, apiDocument } from '../document/api-document.ts';
import type { JsonObject } from '../document/components.ts';
import { ErrorReply } from '../error-reply.ts';
import { API_BASE, type Operation } from '../operation.ts';
import { STATION_API_VERSION, STATION_OPERATIONS } from './operations.ts';
import { STATION_BASE } from './paths.ts';

const DESCRIPTION = `What the station says of itself beyond the published API, beside which it stands: at the same port, with the same tokens.

**Who may.** Each operation names its scopes. Nothing here flies anything.

**How often.** There is no topic: WebSockets carry the published topics alone. \`captures/changes\` waits for a change of the list. What changes a check changes \`flight/state\`, \`system/state\` or
\`notifications/state\` too, so read again when one of them does, and every few seconds for what creeps.`;

const CHAPTERS = [
  { name: 'readiness', description: 'Before a take-off.' },
  { name: 'incident', description: 'What is flown for.' },
  { name: 'camera-presets', description: 'Directions to come back to.' },
  { name: 'flights', description: 'Flights of which there is a log, their readings and their reports.' },
  { name: 'flight', description: 'The flight in figures, and the last hours.' },
  { name: 'notifications', description: 'What has ended, back to the first one kept.' },
  { name: 'watch-links', description: 'Links with which others watch, and nothing else.' },
  { name: 'sign-in', description: 'Sign-in of people with a name of their own.' },
  { name: 'accounts', description: 'Administration of those people.' },
  { name: 'account', description: 'What one may do with one’s own account.' },
  { name: 'locate', description: 'Where what the camera sees is.' },
  { name: 'pins', description: 'Marked places.' },
  { name: 'thermal', description: 'Temperatures in the thermal picture.' },
  { name: 'map', description: 'The map that lies on the station.' },
  { name: 'captures', description: 'Recordings and snapshots, with name, note and bookmark.' },
  { name: 'snapshots', description: 'Single pictures that the station keeps.' },
] as const;

const chapterOf = ({ path }: Operation) =>
  CHAPTERS.find(({ name }) => path.startsWith(`/${name}`))?.name ?? (path === '/trends' ? 'flight' : 'readiness');

/** The API of the station under `/station/v1`, its document and its reference. */
export const STATION_API: ApiDescription = {
  title: 'Kitestring station',
  description: DESCRIPTION,
  operations: STATION_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf,
  schemas: [ErrorReply],
};

/** The OpenAPI 3.1 document. @param root URL of the station; relative to the document when absent */
export const stationOpenApiDocument = (root = ''): JsonObject =>
  apiDocument(STATION_API, {
    version: STATION_API_VERSION,
    serverUrl: `${root}${STATION_BASE}`,
    tokenServerUrl: `${root}${API_BASE}`,
  });
