import { type RtspStatus, STATUS_TEXT } from './rtsp-status.ts';

export type Header = readonly [name: string, value: string];

/** A response without its sequence number. */
export interface RtspResponse {
  readonly status: RtspStatus;
  readonly headers?: readonly Header[];
  readonly body?: string;
  /** The connection closes after this response. */
  readonly closes?: boolean;
  /** Called after the response is written: what must follow it follows now. */
  readonly onSent?: () => void;
}

/** @param cseq as the client sent it; undefined when it cannot be echoed */
export function writeResponse({ status, headers = [], body, closes }: RtspResponse, cseq: string | undefined): Buffer {
  const lines = [`RTSP/1.0 ${status} ${STATUS_TEXT[status]}`];
  if (cseq !== undefined) lines.push(`CSeq: ${cseq}`);
  lines.push('Server: kitestring');
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (closes) lines.push('Connection: close');
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, 'utf8');
}
