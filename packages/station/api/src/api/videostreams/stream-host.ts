import type { IncomingMessage } from 'node:http';

/** A name or an address, without a port; other contents of `Host` are not used in addresses. */
const HOST = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?=:\d{1,5}$|$)/;

/**
 * Name under which the client reached the station, for use in stream addresses; without `Host` the local address of
 * its connection.
 */
export function streamHost({ headers, socket }: IncomingMessage): string {
  const named = HOST.exec(headers.host ?? '')?.[0];
  if (named !== undefined) return named;
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]` : address;
}
