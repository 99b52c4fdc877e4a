import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { CameraFault } from './camera-fault.ts';

/** Above the viewers' ports; a pair per stream of a camera, and some that other programs may use. */
const PORTS = { first: 20_300, last: 20_399 };
/** A key frame comes as a burst, and the process may be busy with another one. */
const RECEIVE_BYTES = 2 ** 20;

interface UdpReceiverOptions {
  /** Local address by which the camera was reached. */
  readonly localAddress: string;
  /** Address of the camera: other senders are ignored. */
  readonly remoteAddress: string;
  readonly onRtp: (bytes: Buffer) => void;
  readonly onRtcp: (bytes: Buffer) => void;
}

/** Two adjacent ports for a camera's pictures and reports. */
export class UdpReceiver {
  readonly ports: readonly [rtp: number, rtcp: number];
  readonly #options: UdpReceiverOptions;
  readonly #sockets: readonly Socket[];

  private constructor(options: UdpReceiverOptions, ports: UdpReceiver['ports'], sockets: readonly Socket[]) {
    this.#options = options;
    this.ports = ports;
    this.#sockets = sockets;
    const [rtp, rtcp] = sockets;
    rtp?.on('message', (bytes, { address }) => this.#isCamera(address) && options.onRtp(bytes));
    rtcp?.on('message', (bytes, { address }) => this.#isCamera(address) && options.onRtcp(bytes));
  }

  /** @throws CameraFault when no pair of ports is free */
  static async open(options: UdpReceiverOptions): Promise<UdpReceiver> {
    for (let port = PORTS.first; port < PORTS.last; port += 2) {
      const sockets = await Promise.all([port, port + 1].map((each) => bound(each, options.localAddress)));
      const open = sockets.filter((socket) => socket !== undefined);
      if (open.length === 2) return new UdpReceiver(options, [port, port + 1], open);
      for (const socket of open) socket.close();
    }
    throw new CameraFault('unreachable', `no pair of UDP ports from ${PORTS.first} to ${PORTS.last} is free here`);
  }

  /** Sends a report to the camera. */
  sendReport(bytes: Buffer, port: number): void {
    this.#sockets[1]?.send(bytes, port, this.#options.remoteAddress, () => {});
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  #isCamera(address: string): boolean {
    return plain(address) === plain(this.#options.remoteAddress);
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
      // From now on errors mean that our reports are not received; only pictures count.
      socket.removeAllListeners('error').on('error', () => {});
      resolve(socket);
    });
  });
}
