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
  const bytes = Buffer.from(body);
  response.sendDate = false;
  response.writeHead(status, [
    ...['Content-Type', type, 'Content-Length', String(bytes.length), 'Cache-Control', 'no-store'],
    ...challenges.flatMap((challenge) => ['WWW-Authenticate', challenge]),
    ...(retryAfterS === undefined ? [] : ['Retry-After', String(Math.ceil(retryAfterS))]),
    ...(location === undefined ? [] : ['Location', location]),
  ]);
  response.end(bytes);
}
