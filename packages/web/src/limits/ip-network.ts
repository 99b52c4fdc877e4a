import { isIP } from 'node:net';

const CIDR = /^([0-9a-fA-F:.]+?)(?:\/(\d{1,3}))?$/;

interface IpNetwork {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** An IP address, `10.0.0.7`, or a network, `10.0.0.0/8`; undefined for any other text. */
export function ipNetwork(text: string): IpNetwork | undefined {
  const [, address = '', length] = CIDR.exec(text) ?? [];
  const version = isIP(address);
  const bitsMax = version === 6 ? 128 : 32;
  const bits = length === undefined ? bitsMax : Number(length);
  return version === 0 || bits > bitsMax ? undefined : { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' };
}
