import type { ServerResponse } from 'node:http';
import { MEDIA_TYPE, type SoapVersion } from './soap/namespaces.ts';

/** An answer by HTTP. */
export interface OnvifReply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly challenges?: readonly string[];
  readonly retryAfterS?: number;
  readonly location?: string;
  /** Methods that the path has. */
  readonly allow?: string;
}

export const soapReply = (status: number, version: SoapVersion, body: OnvifReply['body']): OnvifReply => ({
  status,
  type: MEDIA_TYPE[version],
  body,
});

/** Answer to a method that the path has not. @param stream of its snapshot; undefined or empty for another path */
export function otherMethod(path: string, stream: string | undefined): OnvifReply {
  const body = 'ONVIF requests are sent by POST\n';
  if (!/^\/onvif\/\w/.test(path)) return { status: 404, type: 'text/plain', body };
  const allow = stream === undefined || stream === '' ? 'POST' : 'GET, HEAD';
  return { status: 405, type: 'text/plain', body: allow === 'POST' ? body : 'pictures are read by GET\n', allow };
}

/** One write with its length, and names of headers with capitals: libonvif reads them letter by letter. */
export function send(response: ServerResponse, reply: OnvifReply): void {
  const { allow, body, challenges = [], location, retryAfterS, status, type } = reply;
  const headers = [
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
  ];
  for (const challenge of challenges) headers.push('WWW-Authenticate', challenge);
  if (retryAfterS !== undefined) headers.push('Retry-After', String(Math.ceil(retryAfterS)));
  if (location !== undefined) headers.push('Location', location);
  if (allow !== undefined) headers.push('Allow', allow);
  response.sendDate = false;
  response.writeHead(status, headers);
  response.end(body);
}
