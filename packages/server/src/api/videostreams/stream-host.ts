import type { IncomingMessage } from 'node:http';

/** A name or an address, without a port; what else stands in a `Host` goes into no address of ours. */
const HOST = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?=:\d{1,5}$|$)/;

/** By which name the client reached the station, as it stands in an address; the local end of its connection without one. */
export function streamHostOf({ headers, socket }: IncomingMessage): string {
  const named = HOST.exec(headers.host ?? '')?.[0];
  if (named !== undefined) return named;
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]` : address;
}
