import type { ListenAddress } from './listen-address.ts';
import type { TlsMode } from './tls-mode.ts';

/** Address of the station for a client on this machine: loopback for a listener on all interfaces. */
export function stationUrl(address: ListenAddress | undefined, tlsMode: TlsMode = 'both'): string {
  if (address === undefined) throw new Error('a station needs a place to listen at');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  const scheme = tlsMode === 'https_only' ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
