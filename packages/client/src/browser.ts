import { BEARER_SUBPROTOCOL_PREFIX, PLAIN_SUBPROTOCOL } from '@kitestring/contract/topics.ts';
import { defaultTime, type Platform, type Socket, type SocketEvents, type SocketRequest } from './platform.ts';

/** Platform of a browser page. It cannot set headers on a WebSocket, so the token travels as a subprotocol. */
export const browserPlatform: Platform = {
  ...defaultTime,
  // Without browser credentials: a refused key would otherwise open a password prompt (RFC 7235 challenge).
  fetch: (url, init) => globalThis.fetch(url, { ...init, credentials: 'omit' }),
  openSocket,
};

function openSocket({ url, token, subprotocols }: SocketRequest, events: SocketEvents): Socket {
  const socket = new WebSocket(url, [...subprotocols, PLAIN_SUBPROTOCOL, `${BEARER_SUBPROTOCOL_PREFIX}${token}`]);
  socket.addEventListener('open', () => events.opened(socket.protocol));
  socket.addEventListener('message', ({ data }) => events.message(String(data)));
  // A page sees only 1006 for a refused upgrade; the topic asks for the reason by GET.
  socket.addEventListener('close', ({ code }) => events.closed(code));
  return { close: () => socket.close() };
}
