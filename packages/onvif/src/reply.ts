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
}

export const soapReply = (status: number, version: SoapVersion, body: OnvifReply['body']): OnvifReply => ({
  status,
  type: MEDIA_TYPE[version],
  body,
});

/** One write with its length, and names of headers with capitals: libonvif reads them letter by letter. */
export function send(response: ServerResponse, reply: OnvifReply): void {
  const { body, challenges = [], location, retryAfterS, status, type } = reply;
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
  response.sendDate = false;
  response.writeHead(status, headers);
  response.end(body);
}
