import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { shownAddress } from '@kitestring/base/client-address.ts';
import { ipNetwork } from './ip-network.ts';

/** Trusted reverse proxies: only their statements about the client of a request are used. */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks IP addresses and networks, `10.0.0.0/8` */
  constructor(networks: readonly string[]) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const { address, bits, family } = ipNetwork(network) ?? {};
      if (address !== undefined && bits !== undefined) this.#networks.addSubnet(address, bits, family);
    }
  }

  /** Address of the client: the last one of `X-Forwarded-For` that is not a trusted proxy. */
  address({ headers, socket }: IncomingMessage): string | undefined {
    let address = socket.remoteAddress;
    if (this.#isEmpty) return address;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (this.trusts(address)) {
      const before = withoutPort(forwarded.pop()?.trim() ?? '');
      // Without a valid address in the header, the proxy itself counts as the client.
      if (isIP(before) === 0) return address;
      address = before;
    }
    return address;
  }

  /** Host named by the client: `X-Forwarded-Host` of a trusted proxy, otherwise `Host`. */
  host({ headers, socket }: IncomingMessage): string | undefined {
    const forwarded = this.trusts(socket.remoteAddress) ? headers['x-forwarded-host'] : undefined;
    return typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : headers.host;
  }

  /** Origin of the client's request, `https://kite.example.org`: behind a trusted proxy by `X-Forwarded-Proto`. */
  origin(request: IncomingMessage): string {
    const { headers, socket } = request;
    const forwarded = this.trusts(socket.remoteAddress) ? headers['x-forwarded-proto'] : undefined;
    const named = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim().toLowerCase() : undefined;
    const isSecure = named === undefined ? (socket as Partial<TLSSocket>).encrypted === true : named === 'https';
    return `${isSecure ? 'https' : 'http'}://${this.host(request) ?? 'localhost'}`;
  }

  /** Whether the address is a trusted proxy. */
  trusts(address: string | undefined): boolean {
    if (this.#isEmpty || address === undefined) return false;
    const shown = shownAddress(address.split('%')[0] ?? '');
    return this.#networks.check(shown, isIP(shown) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Some proxies write `10.0.0.7:4711` and `[2001:db8::7]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
