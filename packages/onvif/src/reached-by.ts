import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';

const HEADERS_MAX = 64;
/** Hosts by which clients come, by their header. */
const hosts = new BoundedMap<string, { readonly host: string; readonly port: number } | undefined>(HEADERS_MAX);

/** Host and port by which the client came, where it is an address or a name that no public DNS has; else those of the connection. */
export function reachedBy({ headers, socket }: IncomingMessage, localAddress: string): { host: string; port: number } {
  const { host = '' } = headers;
  return hosts.getOrMake(host, () => ownHost(host)) ?? { host: hostOf(localAddress), port: socket.localPort ?? 80 };
}

function ownHost(header: string): { host: string; port: number } | undefined {
  const [, name = '', port = '80'] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(header) ?? [];
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  const isOurs = isIP(bare) !== 0 || (name !== '' && !name.includes('.')) || /\.(local|localhost)$/i.test(name);
  return isOurs ? { host: name, port: Number(port) } : undefined;
}

/** An address of this machine as it is written in others; clients of the same link know its interface by another name. */
export const hostOf = (address: string): string =>
  address.includes(':') ? `[${address.replace(/%.*$/, '')}]` : address;
