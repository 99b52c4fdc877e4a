import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { ListenAddress } from '../listen/listen-address.ts';

const DNS_NAME = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const ALWAYS = ['localhost', '127.0.0.1', '::1'];

interface NetworkPlace {
  readonly listeners: readonly ListenAddress[];
  readonly network: { readonly systemDomain: string };
  readonly station: { readonly gsName: string };
}

/** Names under which clients may reach the station: machine name, system name, and every listening address. */
export function certificateNames({ listeners, network, station }: NetworkPlace): string[] {
  const hosts = listeners.flatMap(({ host }) => (host === '0.0.0.0' || host === '::' ? ownAddresses() : [host]));
  const systemHostname = `${station.gsName}.${network.systemDomain}`;
  const names = [hostname(), systemHostname, ...ALWAYS, ...hosts];
  return [...new Set(names)].filter((name) => isIP(name) !== 0 || DNS_NAME.test(name));
}

/** Addresses of this machine, except link-local ones, which are ambiguous. */
function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.flatMap((one) =>
    one === undefined || /^(fe80:|169\.254\.)/i.test(one.address) ? [] : [one.address],
  );
}
