import { randomInt, randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { type DiscoveredDevice, discoveryMessage, isAbout, readRequest } from './discovery-messages.ts';

const GROUP = '239.255.255.250';
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
  readonly address: string;
  readonly sources: BlockList;
}

/** Answers the questions of WS-Discovery, and announces the device at its start and end. Nothing runs between. */
export class Discovery implements AsyncDisposable {
  readonly #deps: DiscoveryDeps;
  readonly #socket: Socket;
  readonly #networks: readonly OwnNetwork[];
  readonly #rates = new BoundedMap<string, TokenBucket>(SOURCES_MAX);
  readonly #rateOfAll: TokenBucket;
  readonly #waiting = new Set<Cancel>();
  readonly #instanceId = Math.floor(Date.now() / 1000);
  #messageNumber = 0;

  private constructor(deps: DiscoveryDeps, networks: readonly OwnNetwork[], socket: Socket) {
    this.#deps = deps;
    this.#networks = networks;
    this.#socket = socket;
    this.#rateOfAll = new TokenBucket(RATE_OF_ALL, deps.realClock.nowUs());
    socket.on('message', (bytes, source) => this.#receive(bytes, source));
    socket.on('error', (error) => deps.log.warn({ err: error }, 'WS-Discovery: the socket failed'));
  }

  /** Undefined where the device listens at no address of a network. Rejects with the error of the socket. */
  static async open(deps: DiscoveryDeps, { host, port }: DiscoveryOptions): Promise<Discovery | undefined> {
    const networks = networksOf(host);
    if (networks.length === 0) return undefined;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    try {
      const { promise, reject, resolve } = Promise.withResolvers<void>();
      socket.once('error', reject);
      socket.bind(port, resolve);
      await promise;
      socket.off('error', reject);
      socket.setMulticastTTL(1);
      for (const { address } of networks) socket.addMembership(GROUP, address);
    } catch (error) {
      socket.close();
      throw error;
    }
    const made = new Discovery(deps, networks, socket);
    if (deps.isDiscoverable()) await made.announce('Hello');
    return made;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Tells all networks that the device is there, or goes. */
  async announce(kind: 'Hello' | 'Bye'): Promise<void> {
    for (const { address } of this.#networks) {
      this.#socket.setMulticastInterface(address);
      const message = discoveryMessage(kind, this.#deps.device(address), this.#sequence());
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#socket.send(message, DISCOVERY_PORT, GROUP, (error) => {
        if (error !== null) this.#deps.log.warn({ err: error, address }, `WS-Discovery: ${kind} could not be sent`);
        resolve();
      });
      await promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cancel of this.#waiting) cancel();
    if (this.#deps.isDiscoverable()) await this.announce('Bye');
    const closed = Promise.withResolvers<void>();
    this.#socket.close(() => closed.resolve());
    await closed.promise;
  }

  /** Other devices, scanners and hostile senders are told nothing, not even that they are wrong. */
  #receive(bytes: Uint8Array, source: RemoteInfo): void {
    const network = this.#networks.find(({ sources }) => sources.check(source.address));
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
      this.#socket.send(message, source.port, source.address, () => {});
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

/** IPv4 networks of this machine at which the device listens, each with the sources that are on its link. */
function networksOf(host: string): readonly OwnNetwork[] {
  const isAll = host === '0.0.0.0' || host === '::';
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, internal }) => isIPv4(address) && (isAll ? !internal : address === host))
    .map(({ address, cidr }) => {
      const sources = new BlockList();
      const prefix = Number(cidr?.split('/')[1] ?? 32);
      sources.addSubnet(address, prefix, 'ipv4');
      return { address, sources };
    });
}
