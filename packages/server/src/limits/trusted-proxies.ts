import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { shownAddress } from '@kitestring/media/rtsp/client-address.ts';

const CIDR = /^([0-9a-fA-F:.]+?)(?:\/(\d{1,3}))?$/;

/** Why a text is neither an address nor a network; undefined when it is one. */
export function wrongNetwork(text: string): string | undefined {
  return parsed(text) === undefined ? `${text} is neither an IP address nor a network such as 10.0.0.0/8` : undefined;
}

/** Reverse proxies before the station: what they say about the client of a request is believed, and nobody else's word. */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks IP addresses and networks, `10.0.0.0/8` */
  constructor(networks: readonly string[]) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const { address, bits, family } = parsed(network) ?? {};
      if (address !== undefined && bits !== undefined) this.#networks.addSubnet(address, bits, family);
    }
  }

  /** Address of the client: the last one of `X-Forwarded-For` that is no proxy of ours. */
  addressOf({ headers, socket }: IncomingMessage): string | undefined {
    let address = socket.remoteAddress;
    if (this.#isEmpty) return address;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (this.trusts(address)) {
      const before = withoutPort(forwarded.pop()?.trim() ?? '');
      // A proxy that says nothing, or what is no address, speaks for itself.
      if (isIP(before) === 0) return address;
      address = before;
    }
    return address;
  }

  /** The host that the client named: `X-Forwarded-Host` of a proxy, else `Host`. */
  hostOf({ headers, socket }: IncomingMessage): string | undefined {
    const forwarded = this.trusts(socket.remoteAddress) ? headers['x-forwarded-host'] : undefined;
    return typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : headers.host;
  }

  /** Whether the address is that of a proxy of ours. */
  trusts(address: string | undefined): boolean {
    if (this.#isEmpty || address === undefined) return false;
    const shown = shownAddress(address.split('%')[0] ?? '');
    return this.#networks.check(shown, isIP(shown) === 6 ? 'ipv6' : 'ipv4');
  }
}

function parsed(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', length] = CIDR.exec(text) ?? [];
  const version = isIP(address);
  const bitsMax = version === 6 ? 128 : 32;
  const bits = length === undefined ? bitsMax : Number(length);
  return version === 0 || bits > bitsMax ? undefined : { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** `10.0.0.7:4711` and `[2001:db8::7]:4711` are written by some proxies. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
