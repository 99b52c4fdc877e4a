import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { CameraFault } from './camera-fault.ts';

/** Behind the ports of those who watch; a pair for each stream of a camera, and some that other programs may have. */
const PORTS = { first: 20_300, last: 20_399 };
/** A key frame comes as a burst, and the process may be busy with another one. */
const RECEIVE_BYTES = 2 ** 20;

export interface UdpInletParts {
  /** Of the station, by which the camera was reached. */
  readonly localAddress: string;
  /** Of the camera: nobody else is listened to. */
  readonly remoteAddress: string;
  readonly onRtp: (bytes: Buffer) => void;
  readonly onRtcp: (bytes: Buffer) => void;
}

/** Two neighbouring ports to which a camera sends pictures and reports. */
export class UdpInlet {
  readonly ports: readonly [rtp: number, rtcp: number];
  readonly #parts: UdpInletParts;
  readonly #sockets: readonly Socket[];

  private constructor(parts: UdpInletParts, ports: UdpInlet['ports'], sockets: readonly Socket[]) {
    this.#parts = parts;
    this.ports = ports;
    this.#sockets = sockets;
    const [rtp, rtcp] = sockets;
    rtp?.on('message', (bytes, { address }) => this.#isCamera(address) && parts.onRtp(bytes));
    rtcp?.on('message', (bytes, { address }) => this.#isCamera(address) && parts.onRtcp(bytes));
  }

  /** @throws CameraFault when no pair of ports is free */
  static async open(parts: UdpInletParts): Promise<UdpInlet> {
    for (let port = PORTS.first; port < PORTS.last; port += 2) {
      const sockets = await Promise.all([port, port + 1].map((each) => bound(each, parts.localAddress)));
      const open = sockets.filter((socket) => socket !== undefined);
      if (open.length === 2) return new UdpInlet(parts, [port, port + 1], open);
      for (const socket of open) socket.close();
    }
    throw new CameraFault('unreachable', `no pair of UDP ports from ${PORTS.first} to ${PORTS.last} is free here`);
  }

  /** A report for the camera. */
  sendReport(bytes: Buffer, port: number): void {
    this.#sockets[1]?.send(bytes, port, this.#parts.remoteAddress, () => {});
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #isCamera(address: string): boolean {
    return plain(address) === plain(this.#parts.remoteAddress);
  }
}

const plain = (address: string): string => address.replace(/^::ffff:/i, '').replace(/%.*$/, '');

/** Undefined when the port is in use. */
function bound(port: number, address: string): Promise<Socket | undefined> {
  const isV6 = isIPv6(address);
  const socket = createSocket({ type: isV6 ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BYTES });
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind({ port, address, exclusive: true }, () => {
      // From now on errors tell that nobody takes our reports; whether pictures come is what counts.
      socket.removeAllListeners('error').on('error', () => {});
      resolve(socket);
    });
  });
}
