import type { NetworkInterfaceInfo } from 'node:os';

/** The system's own network between Ground Station and Kite: must not overlap the customer's. */
export const SYSTEM_SUBNET = '192.168.2.0/24';

/**
 * The first interface of the host whose network overlaps the system's own.
 * @param interfaces as returned by `os.networkInterfaces()`
 */
export function subnetOverlap(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): { readonly interface: string; readonly address: string } | undefined {
  for (const [name, infos] of Object.entries(interfaces)) {
    const info = infos?.find(
      (candidate) => candidate.family === 'IPv4' && overlaps(candidate.address, candidate.netmask),
    );
    if (info !== undefined) return { interface: name, address: info.address };
  }
  return undefined;
}

/** Two networks overlap when they agree in the bits of the shorter mask. */
function overlaps(address: string, netmask: string): boolean {
  const mask = toNumber(netmask) & SYSTEM_MASK;
  return (toNumber(address) & mask) === (SYSTEM_NETWORK & mask);
}

function toNumber(address: string): number {
  return address.split('.').reduce((number, part) => (number << 8) | Number(part) | 0, 0);
}

const SYSTEM_NETWORK = toNumber('192.168.2.0');
const SYSTEM_MASK = toNumber('255.255.255.0');
