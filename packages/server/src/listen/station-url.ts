import type { ListenAddress } from '../server-settings.ts';

/** Where a client on this machine reaches the station: an address of all interfaces is reached at the loopback one. */
export function stationUrl(address: ListenAddress | undefined): string {
  if (address === undefined) throw new Error('a station needs a place to listen at');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
