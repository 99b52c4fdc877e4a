/**
 * Address prefix that counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one host owns a whole
 * /64 and can use another address for every request (RFC 6177).
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const shown = shownAddress(address);
  return shown.includes(':') ? `${firstFourGroups(shown)}::/64` : shown;
}

/** An address in its usual notation: an IPv4 address that came over an IPv6 socket is written as IPv4. */
export const shownAddress = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Loopback: requests from there have passed no network. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(127\.\d+\.\d+\.\d+|::1)$/.test(shownAddress(address));

function firstFourGroups(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.slice(0, 4).join(':').toLowerCase();
}
