import type { ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import type { SettingValues } from './settings.ts';

/** Listening addresses; the first one is printed. */
export function listenAddresses({ host, port, listeners }: SettingValues): readonly ListenAddress[] {
  return [{ host, port }, ...listeners.map((listener) => listenAddress(listener, host))];
}

/** `443`, `10.0.0.5:443` or `[::1]:443`; a port alone uses the address of `host`. */
function listenAddress(listener: string, host: string): ListenAddress {
  const colon = listener.lastIndexOf(':');
  const address = listener.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, '$1');
  return { host: address === '' ? host : address, port: Number(listener.slice(colon + 1)) };
}
