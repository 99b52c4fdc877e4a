import { randomInt, randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { type DiscoveredDevice, discoveryMessage, isAbout, readRequest } from './discovery-messages.ts';

const GROUPS = { ipv4: '239.255.255.250', ipv6: 'ff02::c' } as const;
export const DISCOVERY_PORT = 3702;
const QUESTION_MAX_BYTES = 4096;
/** An answer is about twice as long as its question, and sources can be forged: few answers, to the own network only. */
const RATE = { perS: 10, burst: 10 };
const RATE_OF_ALL = { perS: 100, burst: 100 };
const SOURCES_MAX = 1000;
/** APP_MAX_DELAY of WS-Discovery, microseconds: many devices do not answer one probe at the same moment. */
const DELAY_MAX_US = 500_000;

interface DiscoveryOptions {
  /** Address at which the device listens. */
  readonly host: string;
  readonly port: number;
}

interface DiscoveryDeps {
  /** The device as it is now; addresses begin with `http://HOST`. */
  readonly device: (host: string) => DiscoveredDevice;
  /** False: no answers, and no announcements. */
  readonly isDiscoverable: () => boolean;
  readonly realClock: Clock;
  readonly log: Log;
}

interface OwnNetwork {
  readonly family: keyof typeof GROUPS;
  /** Address of this machine in it. */
  readonly address: string;
  /** By which the system names it. */
  readonly interface: string;
  readonly sources: BlockList;
}

type Sockets = Readonly<Partial<Record<OwnNetwork['family'], Socket>>>;

/** Answers the questions of WS-Discovery, and announces the device at its start and end. Nothing runs between. */
export class Discovery implements AsyncDisposable {
  readonly #deps: DiscoveryDeps;
  readonly #sockets: Sockets;
  readonly #networks: readonly OwnNetwork[];
  readonly #rates = new BoundedMap<string, TokenBucket>(SOURCES_MAX);
  readonly #rateOfAll: TokenBucket;
  readonly #waiting = new Set<Cancel>();
  readonly #instanceId = Math.floor(Date.now() / 1000);
  #messageNumber = 0;
  #isClosed = false;

  private constructor(deps: DiscoveryDeps, networks: readonly OwnNetwork[], sockets: Sockets) {
    this.#deps = deps;
    this.#networks = networks;
    this.#sockets = sockets;
    this.#rateOfAll = new TokenBucket(RATE_OF_ALL, deps.realClock.nowUs());
    for (const socket of Object.values(sockets)) {
      socket.on('message', (bytes, source) => this.#receive(bytes, source));
      socket.on('error', (error) => deps.log.warn({ err: error }, 'WS-Discovery: the socket failed'));
    }
  }

  /** Undefined where the device listens at no address of a network. Rejects with the error of the socket. */
  static async open(deps: DiscoveryDeps, { host, port }: DiscoveryOptions): Promise<Discovery | undefined> {
    const networks = networksOf(host);
    if (networks.length === 0) return undefined;
    await using cleanup = new AsyncDisposableStack();
    const sockets: Partial<Record<OwnNetwork['family'], Socket>> = {};
    for (const { family, interface: name } of networks) {
      sockets[family] ??= cleanup.adopt(await bound(family, port), (socket) => void socket.close());
      sockets[family].addMembership(GROUPS[family], name);
    }
    cleanup.move();
    const made = new Discovery(deps, networks, sockets);
    if (deps.isDiscoverable()) await made.announce('Hello');
    return made;
  }

  get port(): number {
    return Object.values(this.#sockets)[0]?.address().port ?? 0;
  }

  /** Tells all networks that the device is there, or goes. */
  async announce(kind: 'Hello' | 'Bye'): Promise<void> {
    for (const { address, family, interface: name } of this.#networks) {
      const socket = this.#sockets[family];
      socket?.setMulticastInterface(name);
      const message = discoveryMessage(kind, this.#deps.device(address), this.#sequence());
      const { promise, resolve } = Promise.withResolvers<void>();
      socket?.send(message, DISCOVERY_PORT, GROUPS[family], (error) => {
        if (error !== null) this.#deps.log.warn({ err: error, address }, `WS-Discovery: ${kind} could not be sent`);
        resolve();
      });
      await promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const cancel of this.#waiting) cancel();
    if (this.#deps.isDiscoverable()) await this.announce('Bye');
    const sockets = Object.values(this.#sockets);
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  /** Other devices, scanners and hostile senders are told nothing, not even that they are wrong. */
  #receive(bytes: Uint8Array, source: RemoteInfo): void {
    // Port 0 is none: such a datagram is forged.
    if (this.#isClosed || source.port === 0) return;
    const { address, isVersion6 } = bare(source);
    const family = isVersion6 ? 'ipv6' : 'ipv4';
    const network = this.#networks.find((one) => one.family === family && one.sources.check(address, family));
    if (network === undefined || bytes.length > QUESTION_MAX_BYTES || !this.#deps.isDiscoverable()) return;
    if (!this.#mayAsk(source.address)) return;
    try {
      this.#answer(bytes, source, this.#deps.device(network.address));
    } catch (error) {
      if (!(error instanceof SoapFault)) throw error;
    }
  }

  #answer(bytes: Uint8Array, source: RemoteInfo, device: DiscoveredDevice): void {
    const request = readRequest(bytes);
    if (request === undefined || !isAbout(request, device)) return;
    const send = () => {
      this.#waiting.delete(cancel);
      const message = discoveryMessage(`${request.kind}Matches`, device, this.#sequence(), request.messageId);
      this.#sockets[bare(source).isVersion6 ? 'ipv6' : 'ipv4']?.send(message, source.port, source.address, () => {});
    };
    const { realClock } = this.#deps;
    const cancel = realClock.schedule(realClock.nowUs() + randomInt(DELAY_MAX_US), send);
    this.#waiting.add(cancel);
  }

  #mayAsk(address: string): boolean {
    const nowUs = this.#deps.realClock.nowUs();
    const own = this.#rates.getOrMake(address, () => new TokenBucket(RATE, nowUs));
    return own.take(nowUs) && this.#rateOfAll.take(nowUs);
  }

  #sequence() {
    this.#messageNumber += 1;
    return {
      instanceId: this.#instanceId,
      messageNumber: this.#messageNumber,
      messageId: `urn:uuid:${randomUUID()}`,
    };
  }
}

/** Address of a sender without the name of the interface. */
const bare = ({ address }: RemoteInfo) => ({ address: address.replace(/%.*$/, ''), isVersion6: isIPv6(address) });

async function bound(family: OwnNetwork['family'], port: number): Promise<Socket> {
  const isVersion6 = family === 'ipv6';
  const socket = createSocket({ type: isVersion6 ? 'udp6' : 'udp4', reuseAddr: true, ipv6Only: isVersion6 });
  try {
    socket.bind(port);
    await once(socket, 'listening');
    socket.setMulticastTTL(1);
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** Networks of this machine at which the device listens, each with the sources that are on its link. */
function networksOf(host: string): readonly OwnNetwork[] {
  const isAll = host === '0.0.0.0' || host === '::';
  return Object.entries(networkInterfaces()).flatMap(([name, all = []]) => {
    const shown = all.filter(({ address, internal }) => (isAll ? !internal : address === host));
    const version4 = shown.filter(({ address }) => isIPv4(address));
    // One for all addresses of an interface; clients cannot use one that is of its link only, where there is another.
    const version6 = host === '0.0.0.0' ? [] : shown.filter(({ address }) => isIPv6(address));
    const [first] = version6.toSorted((one, other) => Number(isOfLink(one)) - Number(isOfLink(other)));
    return [
      ...version4.map((one) => ({
        family: 'ipv4' as const,
        address: one.address,
        interface: one.address,
        sources: onLink([one]),
      })),
      ...(first === undefined
        ? []
        : [{ family: 'ipv6' as const, address: first.address, interface: `::%${name}`, sources: onLink(all) }]),
    ];
  });
}

const isOfLink = ({ address }: { readonly address: string }): boolean => /^fe[89ab]/i.test(address);

function onLink(addresses: readonly { readonly address: string; readonly cidr: string | null }[]): BlockList {
  const sources = new BlockList();
  for (const { address, cidr } of addresses) {
    const isVersion6 = isIPv6(address);
    const prefix = Number(cidr?.split('/')[1] ?? (isVersion6 ? 128 : 32));
    sources.addSubnet(address, prefix, isVersion6 ? 'ipv6' : 'ipv4');
  }
  return sources;
}
