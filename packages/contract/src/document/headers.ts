import { errorsOf, isLimited, type Operation } from '../operation.ts';
import type { JsonObject } from './components.ts';

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS = {
  'WWW-Authenticate': text('How to identify oneself (RFC 9110).', 'Bearer realm="kitestring", error="invalid_token"'),
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  RateLimit: text('What is left of the limit, and seconds until it is whole again.', '"reads";r=187;t=1'),
  'RateLimit-Policy': text('The limit: requests (`q`) in a window of seconds (`w`).', '"reads";q=100;w=1'),
  Allow: text(
    'Methods that this path has; empty where it has none, as where nothing can be subscribed to.',
    'GET, HEAD',
  ),
  Deprecation: text('Since when a field that the request used is deprecated (RFC 9745).', '@1735689600'),
  Sunset: text('Until when that field is accepted at least (RFC 8594).', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  'Set-Cookie': text(
    'Names the WebSocket, so that topics can be added to it.',
    'connection=websocket:0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51; Path=/; HttpOnly; SameSite=Strict',
  ),
  'Sec-WebSocket-Protocol': text('The subprotocol that was chosen, if the client offered one.', 'kitestring.topics.v1'),
  Upgrade: text('The protocol that this path speaks.', 'websocket'),
  'Accept-Ranges': text('Parts of the file can be asked for.', 'bytes'),
  'Content-Range': text(
    'Which part this is, or how large the file is. With several parts it stands in the head of each.',
    'bytes 0-1048575/73400320',
  ),
  'Content-Length': {
    description: 'Bytes of the body.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 1048576,
  },
  'Last-Modified': text('When the file last changed, for `If-Range`.', 'Sun, 01 Mar 2026 09:31:35 GMT'),
  'Content-Disposition': text(
    'A name to keep the file under.',
    'attachment; filename="20260301_103000_+0100-main.mp4"',
  ),
  Location: text('The path that ends it by DELETE.', '/video/v1/zoom/whep/0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
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

/** Headers, beside those of every HTTP answer, that this operation answers with under this status. */
export function headersOf(op: Operation, status: number): readonly HeaderName[] {
  const headers = [...(BY_STATUS[status] ?? [])].filter((name) => op.id !== 'video.mse' || name !== 'Set-Cookie');
  if (op.id === 'video.whep' && status === 201) headers.push('Location');
  if (status < 300 && op.deprecation !== undefined) headers.push('Deprecation', 'Sunset');
  if (op.id === 'recordings.file' && status < 300)
    headers.push('Accept-Ranges', 'ETag', 'Last-Modified', 'Content-Length', 'Content-Disposition');
  if (status === 503 && errorsOf(op).includes('STATION_BUSY')) headers.push('Retry-After');
  if (status === 304) headers.push('ETag', 'Last-Modified');
  if (status === 206) headers.push('Content-Range');
  const isCounted = isLimited(op) && status !== 101 && (status < 300 || status === 429);
  return isCounted ? [...headers, 'RateLimit', 'RateLimit-Policy'] : headers;
}
