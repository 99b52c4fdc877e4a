import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** `any`: as the system chooses; `off`: none. */
export type UdpPortChoice = PortRange | 'any' | 'off';

/** Where packets go, and from which of our addresses. */
export interface UdpRoute {
  readonly localAddress: string;
  readonly remoteAddress: string;
  readonly remotePorts: readonly [rtp: number, rtcp: number];
}

/** Two sockets on neighbouring ports, the even one for RTP, that talk to one client and hear nobody else. */
export interface UdpPair {
  readonly ports: readonly [rtp: number, rtcp: number];
  readonly rtp: Socket;
  readonly rtcp: Socket;
  close(): void;
}

/** As many viewers as a range has by default. */
const ANY_PAIRS = 100;
/** Of two neighbours one may be in use; ports that the system gives out are mostly not. */
const ANY_TRIES = 16;

/** Hands out pairs of UDP ports, and takes them back when they are closed. */
export interface UdpPorts {
  /** Pairs that may still be taken. */
  readonly free: number;
  /** @returns undefined when no pair is free, or the client cannot be reached */
  take(route: UdpRoute): Promise<UdpPair | undefined>;
}

/** @returns undefined when there are to be none */
export function udpPortsOf(choice: UdpPortChoice): UdpPorts | undefined {
  if (choice === 'off') return undefined;
  return choice === 'any' ? new AnyUdpPorts() : new RangeOfUdpPorts(choice);
}

/** Pairs from wherever the system has some. */
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
      // A pair that could not be opened has given its place back.
      if (port !== undefined) this.#taken += 1;
    }
    release();
    return undefined;
  }
}

/** Pairs from a range that a firewall can be told. */
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
      // Round and round, so that late packets to a viewer who has left do not meet one who has come.
      this.#next = (this.#next + 1) % this.#pairs.length;
      if (this.#taken.has(port)) continue;
      this.#taken.add(port);
      const pair = await openPair(port, route, () => this.#taken.delete(port));
      if (pair !== undefined) return pair;
    }
    return undefined;
  }
}

/** @returns undefined when the one that the system has chosen is odd, or there is none */
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

/** @returns undefined when the port is in use or the route leads nowhere */
function openSocket(port: number, route: UdpRoute, index: number): Promise<Socket | undefined> {
  const socket = createSocket(isIPv6(route.localAddress) ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.once('connect', () => {
      // From now on errors tell that nobody listens there (yet); the timeout of the session judges that.
      socket.removeAllListeners('error').on('error', () => {});
      resolve(socket);
    });
    const remotePort = route.remotePorts[index] ?? 0;
    socket.bind({ port, address: route.localAddress, exclusive: true }, () => {
      socket.connect(remotePort, route.remoteAddress);
    });
  });
}
