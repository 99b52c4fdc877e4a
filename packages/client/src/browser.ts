import { BEARER_SUBPROTOCOL_PREFIX, PLAIN_SUBPROTOCOL } from '@kitestring/contract/topics.ts';
import { defaultTime, type Platform, type Socket, type SocketEvents, type SocketRequest } from './platform.ts';

/** A page in a browser. It cannot set headers on a WebSocket, so the token travels as a subprotocol. */
export const browserPlatform: Platform = {
  ...defaultTime,
  // Without credentials of the browser: it would ask the user for a password when a key is refused (RFC 7235 challenge).
  fetch: (url, init) => globalThis.fetch(url, { ...init, credentials: 'omit' }),
  openSocket,
};

function openSocket({ url, token, subprotocols }: SocketRequest, events: SocketEvents): Socket {
  const socket = new WebSocket(url, [...subprotocols, PLAIN_SUBPROTOCOL, `${BEARER_SUBPROTOCOL_PREFIX}${token}`]);
  socket.addEventListener('open', () => events.opened(socket.protocol));
  socket.addEventListener('message', ({ data }) => events.message(String(data)));
  // A refused upgrade tells a page nothing but 1006; the topic asks by GET why.
  socket.addEventListener('close', ({ code }) => events.closed(code));
  return { close: () => socket.close() };
}
