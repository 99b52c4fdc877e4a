import type { ListenAddress } from '../server-settings.ts';
import type { TlsMode } from '../tls/tls-mode.ts';

/** Where a client on this machine reaches the station: an address of all interfaces is reached at the loopback one. */
export function stationUrl(address: ListenAddress | undefined, tlsMode: TlsMode = 'both'): string {
  if (address === undefined) throw new Error('a station needs a place to listen at');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  const scheme = tlsMode === 'https_only' ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
