import type { IncomingHttpHeaders } from 'node:http';
import { percentDecoded } from '@kitestring/base/percent-decoded.ts';
import { BEARER_SUBPROTOCOL_PREFIX } from '@kitestring/station-contract/topics.ts';

const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The token of `Authorization: Bearer` (RFC 6750); undefined when there is none. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  // The usual spelling; the look-up decides whether it is a valid token.
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim() || undefined;
  return BEARER.exec(authorization)?.[1];
}

/** Token in the subprotocol `bearer.<token>`: browsers cannot set headers of a WebSocket. */
export function subprotocolToken(headers: IncomingHttpHeaders): string | undefined {
  const offer = offeredSubprotocols(headers).find((name) => name.startsWith(BEARER_SUBPROTOCOL_PREFIX));
  return offer?.slice(BEARER_SUBPROTOCOL_PREFIX.length);
}

export function offeredSubprotocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * The password of `Authorization: Basic` (RFC 7617), percent-decoded as RFC 6749 section 2.3.1 requires of clients.
 * Text that is not percent-encoded is used unchanged: many clients do not encode. A `+` stays a plus, because keys
 * contain no spaces.
 * @returns undefined without such credentials, `malformed` when they cannot be read
 */
export function basicPassword({
  authorization = '',
}: IncomingHttpHeaders): { password: string } | 'malformed' | undefined {
  const encoded = /^basic +(.*)$/i.exec(authorization.trim())?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? 'malformed' : { password: percentDecoded(text.slice(colon + 1)) };
}
