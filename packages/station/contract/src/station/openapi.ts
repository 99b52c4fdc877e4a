import type { ApiDescription } from '../document/api-document.ts';
import { ErrorReply } from '../error-reply.ts';
import type { Operation } from '../operation.ts';
import { STATION_OPERATIONS } from './operations.ts';
import { STATION_BASE } from './paths.ts';

const DESCRIPTION = `Functions of the station in addition to the published API, at the same port and with the same tokens.

**Permissions.** Each operation names its scopes. No operation here moves the Kite; \`camera-follow\` moves the camera.

**Updates.** There is no topic: WebSockets carry the published topics only. \`readiness/changes\`, \`captures/changes\` and \`lists/changes\` wait for a change: repeat the request with the revision or version of the
answer. At most 64 requests of each wait at the same time, further ones are answered at once: pause a second between two requests.`;

const CHAPTERS = [
  { name: 'readiness', description: 'Preflight checks and their signatures.' },
  { name: 'checklist', description: 'The crew’s own checks before a flight.' },
  { name: 'incident', description: 'The current incident.' },
  { name: 'camera-presets', description: 'Stored camera directions.' },
  { name: 'camera-follow', description: 'A target that the camera follows.' },
  { name: 'flights', description: 'Flights with a log, their telemetry and their reports.' },
  { name: 'flight', description: 'Figures of the flight, and trends of the last hours.' },
  { name: 'notifications', description: 'Ended notifications, back to the oldest stored one.' },
  { name: 'watch-links', description: 'Watch-only links for others.' },
  { name: 'sign-in', description: 'Sign-in with accounts and passkeys.' },
  { name: 'accounts', description: 'Administration of accounts.' },
  { name: 'account', description: 'Functions for the own account.' },
  { name: 'locate', description: 'Positions of what the camera sees.' },
  { name: 'pins', description: 'Marked places.' },
  { name: 'geofence', description: 'Zones whose crossing by the Kite is told.' },
  { name: 'thermal', description: 'Temperatures in the thermal picture.' },
  { name: 'pushes', description: 'Streams that the station brings to relays.' },
  { name: 'privacy-masks', description: 'Areas that no picture shows.' },
  { name: 'display', description: 'What is written into the pictures.' },
  { name: 'map', description: 'The map archive of the station.' },
  { name: 'captures', description: 'Recordings and snapshots, with name, note and bookmark.' },
  { name: 'snapshots', description: 'Stored single pictures.' },
] as const;

const chapter = ({ path }: Operation) =>
  CHAPTERS.find(({ name }) => path.startsWith(`/${name}`))?.name ?? (path === '/trends' ? 'flight' : 'readiness');

/** The API of the station under `/station/v1`, its document and its reference. */
export const STATION_API: ApiDescription = {
  base: STATION_BASE,
  version: '1.0.0',
  title: 'Kitestring station',
  description: DESCRIPTION,
  operations: STATION_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: chapter,
  schemas: [ErrorReply],
};
