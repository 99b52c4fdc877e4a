import { LEASE_HEADER } from '../handoff/lease-header.ts';
import { errors, isLimited, type Operation } from '../operation.ts';
import type { JsonObject } from './components.ts';

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS = {
  'WWW-Authenticate': text('Required authentication (RFC 9110).', 'Bearer realm="kitestring", error="invalid_token"'),
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  RateLimit: text('Remaining requests, and seconds until the limit is restored.', '"reads";r=187;t=1'),
  'RateLimit-Policy': text('The limit: requests (`q`) in a window of seconds (`w`).', '"reads";q=100;w=1'),
  Allow: text('Methods of this path; empty if it has none, for example without a subscription.', 'GET, HEAD'),
  Deprecation: text('Since when a field that the request used is deprecated (RFC 9745).', '@1735689600'),
  Sunset: text('Until when that field is accepted at least (RFC 8594).', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  'Set-Cookie': text(
    'Identifies the WebSocket, so that topics can be added to it.',
    'connection=websocket:0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51; Path=/; HttpOnly; SameSite=Strict',
  ),
  'Sec-WebSocket-Protocol': text('The selected subprotocol, if the client offered one.', 'kitestring.topics.v1'),
  Upgrade: text('The protocol of this path.', 'websocket'),
  'Accept-Ranges': text('Ranges of the file can be requested.', 'bytes'),
  'Content-Range': text(
    'The range that is sent, or the size of the file. With several ranges it is in the header of each part.',
    'bytes 0-1048575/73400320',
  ),
  'Content-Length': {
    description: 'Bytes of the body.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1048576,
  },
  'Last-Modified': text('When the file last changed, for `If-Range`.', 'Sun, 01 Mar 2026 09:31:35 GMT'),
  'Content-Disposition': text('Suggested file name.', 'attachment; filename="20260301_103000_+0100-main.mp4"'),
  Location: text('Path that ends the session by DELETE.', '/video/v1/zoom/whep/0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  [LEASE_HEADER]: {
    description:
      'Seconds of real time after which this control lapses unless it is requested again: fewer than in the time of the station where a simulation runs faster.',
    schema: { type: 'number', exclusiveMinimum: 0 },
    example: 10,
  },
  ETag: text('Identifies this state of the file, for `If-Range` and `If-None-Match`.', '"45f0000-6430a1b2"'),
} as const satisfies Readonly<Record<string, JsonObject>>;
export type HeaderName = keyof typeof HEADERS;

const BY_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  101: ['Set-Cookie', 'Sec-WebSocket-Protocol'],
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  426: ['Upgrade'],
  429: ['Retry-After'],
};

/** Headers of this operation's answer with this status, in addition to those of every HTTP answer. */
export function headersOf(op: Operation, status: number): readonly HeaderName[] {
  const headers = [...(BY_STATUS[status] ?? [])].filter((name) => op.id !== 'video.mse' || name !== 'Set-Cookie');
  if (op.id === 'video.whep' && status === 201) headers.push('Location');
  if (status === 201 && op.id.startsWith('handoff.control.')) headers.push(LEASE_HEADER);
  if (status < 300 && op.deprecation !== undefined) headers.push('Deprecation', 'Sunset');
  if (op.id === 'recordings.file' && status < 300)
    headers.push('Accept-Ranges', 'ETag', 'Last-Modified', 'Content-Length', 'Content-Disposition');
  const mayPass = errors(op).some((code) => code === 'STATION_BUSY' || code === 'STORE_UNUSABLE');
  if (status === 503 && mayPass) headers.push('Retry-After');
  if (status === 304) headers.push('ETag', 'Last-Modified');
  if (status === 206) headers.push('Content-Range');
  const isCounted = isLimited(op) && status !== 101 && (status < 300 || status === 429);
  return isCounted ? [...headers, 'RateLimit', 'RateLimit-Policy'] : headers;
}
