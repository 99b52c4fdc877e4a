import type { IncomingMessage } from 'node:http';

/** `uri-host [":" port]` of RFC 9112 section 3.2; it may be empty. Some clients send the zone of an IPv6 address. */
const HOST = /^(?:\[[\da-f:.]+(?:%[\w.~-]+)?\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/** Whether a header `Host` is well-formed; true if it is absent. */
export const isHost = (host = ''): boolean => HOST.test(host);

/**
 * Reads a target that names its host, as for a proxy: the host counts in place of the header `Host` (RFC 9112 section
 * 3.2.2), and an empty path is `/`. Changes the request, so that every later reader finds the usual form.
 */
export function readAbsoluteTarget(request: IncomingMessage): void {
  if (request.url?.startsWith('/') !== false) return;
  const [, host, target = ''] = ABSOLUTE.exec(request.url) ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
}
