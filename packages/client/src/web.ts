import { BEARER_SUBPROTOCOL_PREFIX, PLAIN_SUBPROTOCOL } from '@kitestring/station-contract/topics.ts';
import { ConnectionError } from './connection-error.ts';
import { defaultTime, type Platform, type Socket, type SocketEvents, type SocketRequest } from './platform.ts';

/**
 * Browsers, Deno, Bun, and Node from version 22 on: the interfaces of the web platform alone. They cannot set headers on a
 * WebSocket, so the token travels as a subprotocol.
 */
export const webPlatform: Platform = {
  ...defaultTime,
  // Without browser credentials: a refused key would otherwise open a password prompt (RFC 7235 challenge).
  fetch: (url, init) => globalThis.fetch(url, { ...init, credentials: 'omit' }),
  openSocket,
};

/** The same for a page of a server that signs in by a cookie, such as a hub: requests carry the cookie. Give the client no token. */
export const cookiePlatform: Platform = {
  ...webPlatform,
  fetch: (url, init) => globalThis.fetch(url, { ...init, credentials: 'same-origin' }),
};

const NO_WEBSOCKET = 'this runtime has no WebSocket: pass `platform: nodePlatform()` of @kitestring/client/node';

function openSocket({ url, token, subprotocols }: SocketRequest, events: SocketEvents): Socket {
  if (globalThis.WebSocket === undefined) throw new ConnectionError('NO_WEBSOCKET', NO_WEBSOCKET);
  const access = token === '' ? [] : [`${BEARER_SUBPROTOCOL_PREFIX}${token}`];
  const socket = new WebSocket(url, [...subprotocols, PLAIN_SUBPROTOCOL, ...access]);
  socket.addEventListener('open', () => events.opened(socket.protocol));
  socket.addEventListener('message', ({ data }) => events.message(String(data)));
  // A page sees only 1006 for a refused upgrade; the topic asks for the reason by GET.
  socket.addEventListener('close', ({ code }) => events.closed(code));
  return { close: () => socket.close() };
}
