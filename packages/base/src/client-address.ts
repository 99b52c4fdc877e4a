/**
 * Address prefix that counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one host owns a whole
 * /64 and can use another address for every request (RFC 6177).
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const shown = shownAddress(address);
  return shown.includes(':') ? `${ipv6Groups(shown).slice(0, 4).join(':').toLowerCase()}::/64` : shown;
}

/** An address in its usual notation: an IPv4 address that came over an IPv6 socket is written as IPv4. */
export const shownAddress = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Loopback: requests from there have passed no network. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(127\.\d+\.\d+\.\d+|::1)$/.test(shownAddress(address));

/** The 4 bytes of an IPv4 address, or the 16 of an IPv6 address, without its zone. */
export const addressBytes = (address: string): readonly number[] =>
  address.includes(':')
    ? ipv6Groups(address).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    : address.split('.').map(Number);

function ipv6Groups(address: string): readonly string[] {
  const plain = (address.split('%')[0] ?? '').replace(/\d+\.\d+\.\d+\.\d+$/, (ipv4) => {
    const [a = 0, b = 0, c = 0, d = 0] = addressBytes(ipv4);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after];
}
