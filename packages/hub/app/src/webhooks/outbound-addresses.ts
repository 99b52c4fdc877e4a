import { BlockList, isIP } from 'node:net';
import { ipNetwork } from '@kitestring/web/limits';

/** Networks outside the public Internet (IANA special-purpose registries), or with embedded IPv4 addresses. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Within 2000::/3, the public part of IPv6.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];
const PUBLIC_IPV6 = '2000::/3';

const blockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const { address, bits, family } = ipNetwork(network) ?? {};
    if (address !== undefined && bits !== undefined) list.addSubnet(address, bits, family);
  }
  return list;
};

/** Addresses to which the hub may connect: public ones, and those in networks that a setting allows. */
export class OutboundAddresses {
  readonly #notPublic = blockList(NOT_PUBLIC);
  readonly #publicIpv6 = blockList([PUBLIC_IPV6]);
  readonly #allowed: BlockList;

  /** @param allowedNetworks for example `10.0.0.0/8` */
  constructor(allowedNetworks: readonly string[]) {
    this.#allowed = blockList(allowedNetworks);
  }

  /** `allowed`: by the setting, which also permits plain HTTP. */
  judge(address: string): 'public' | 'allowed' | 'refused' {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    // Node's list treats an IPv4 address within IPv6 (::ffff:10.0.0.1) as IPv4.
    if (this.#allowed.check(address, family)) return 'allowed';
    if (this.#notPublic.check(address, family)) return 'refused';
    return family === 'ipv4' || this.#publicIpv6.check(address, family) ? 'public' : 'refused';
  }
}
