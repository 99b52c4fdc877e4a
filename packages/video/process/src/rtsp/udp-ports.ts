import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** `any`: chosen by the system; `off`: none. */
export type UdpPortChoice = PortRange | 'any' | 'off';

/** Destination and local address of packets. */
interface UdpRoute {
  readonly localAddress: string;
  readonly remoteAddress: string;
  readonly remotePorts: readonly [rtp: number, rtcp: number];
}

/** Two sockets on adjacent ports, the even one for RTP, connected to one client. */
export interface UdpPair {
  readonly ports: readonly [rtp: number, rtcp: number];
  readonly rtp: Socket;
  readonly rtcp: Socket;
  close(): void;
}

/** Number of viewers, as with the default range. */
const ANY_PAIRS = 100;
/** Attempts: the second port of a pair may be in use, which is rare for ephemeral ports. */
const ANY_TRIES = 16;

/** Allocates pairs of UDP ports; closing a pair frees it. */
export interface UdpPorts {
  /** Number of free pairs. */
  readonly free: number;
  /** @returns undefined when no pair is free, or the client is unreachable */
  take(route: UdpRoute): Promise<UdpPair | undefined>;
}

/** @returns undefined when UDP is off */
export function udpPortsOf(choice: UdpPortChoice): UdpPorts | undefined {
  if (choice === 'off') return undefined;
  return choice === 'any' ? new AnyUdpPorts() : new RangeOfUdpPorts(choice);
}

/** Pairs of ephemeral ports. */
class AnyUdpPorts implements UdpPorts {
  #taken = 0;

  get free(): number {
    return ANY_PAIRS - this.#taken;
  }

  async take(route: UdpRoute): Promise<UdpPair | undefined> {
    if (this.free === 0) return undefined;
    this.#taken += 1;
    const release = () => {
      this.#taken -= 1;
    };
    for (let tries = 0; tries < ANY_TRIES; tries += 1) {
      const port = await freeEvenPort(route);
      const pair = port === undefined ? undefined : await openPair(port, route, release);
      if (pair !== undefined) return pair;
      // A pair that could not be opened has released its place.
      if (port !== undefined) this.#taken += 1;
    }
    release();
    return undefined;
  }
}

/** Pairs from a fixed range, for firewall rules. */
class RangeOfUdpPorts implements UdpPorts {
  readonly #pairs: readonly number[];
  readonly #taken = new Set<number>();
  #next = 0;

  constructor({ first, last }: PortRange) {
    const even = first + (first % 2);
    this.#pairs = Array.from(
      { length: Math.max(0, Math.floor((last - even + 1) / 2)) },
      (_, index) => even + index * 2,
    );
  }

  get free(): number {
    return this.#pairs.length - this.#taken.size;
  }

  async take(route: UdpRoute): Promise<UdpPair | undefined> {
    for (let tries = 0; tries < this.#pairs.length; tries += 1) {
      const port = this.#pairs[this.#next] ?? 0;
      // Round robin, so that late packets of a previous viewer do not reach a new one.
      this.#next = (this.#next + 1) % this.#pairs.length;
      if (this.#taken.has(port)) continue;
      this.#taken.add(port);
      const pair = await openPair(port, route, () => this.#taken.delete(port));
      if (pair !== undefined) return pair;
    }
    return undefined;
  }
}

/** @returns undefined when the port chosen by the system is odd, or there is none */
async function freeEvenPort({ localAddress }: UdpRoute): Promise<number | undefined> {
  const socket = createSocket(isIPv6(localAddress) ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(undefined)));
    socket.bind({ port: 0, address: localAddress, exclusive: true }, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port % 2 === 0 ? port : undefined));
    });
  });
}

async function openPair(port: number, route: UdpRoute, onClosed: () => void): Promise<UdpPair | undefined> {
  const ports = [port, port + 1] as const;
  const opened = await Promise.all(ports.map((local, index) => openSocket(local, route, index)));
  const [rtp, rtcp] = opened;
  const close = () => {
    let open = opened.length;
    for (const socket of opened) {
      if (socket === undefined) open -= 1;
      else socket.once('close', () => --open === 0 && onClosed()).close();
    }
    if (open === 0) onClosed();
  };
  if (rtp !== undefined && rtcp !== undefined) return { ports, rtp, rtcp, close: once(close) };
  close();
  return undefined;
}

const once = (callback: () => void) => {
  let isDone = false;
  return () => {
    if (!isDone) callback();
    isDone = true;
  };
};

/** @returns undefined when the port is in use or there is no route */
function openSocket(port: number, route: UdpRoute, index: number): Promise<Socket | undefined> {
  const socket = createSocket(isIPv6(route.localAddress) ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.once('connect', () => {
      // From now on errors mean that the receiver is not listening (yet); the session timeout covers that.
      socket.removeAllListeners('error').on('error', () => {});
      resolve(socket);
    });
    const remotePort = route.remotePorts[index] ?? 0;
    socket.bind({ port, address: route.localAddress, exclusive: true }, () => {
      socket.connect(remotePort, route.remoteAddress);
    });
  });
}
