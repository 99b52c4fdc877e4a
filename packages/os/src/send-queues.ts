import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { addressBytes, shownAddress } from '@kitestring/base/client-address.ts';

/** Files of Linux that list all TCP connections; each network namespace has its own. */
export const CONNECTION_LISTS = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** A list of thousands of connections takes milliseconds. */
const READ_AGAIN_MS = 250;
/** Local address, remote address, state, length of the send queue, all in hexadecimal (Documentation/networking/proc_net_tcp.rst). */
const ENTRY = /: ([0-9A-F]{8,32}:[0-9A-F]{4}) ([0-9A-F]{8,32}:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/g;

type Ends = {
  readonly [Name in 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort']?: Socket[Name] | undefined;
};

/**
 * Bytes that the system holds for the peers of connections. Node counts a write as done when it is there, which on one
 * machine is megabytes ahead of a slow reader: for minutes its own figures show no progress.
 */
export class SendQueues {
  readonly #nowMs: () => number;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #lengths: ReadonlyMap<string, number> = new Map();

  /** @param nowMs a monotonic clock, milliseconds */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Undefined if the system does not report it. */
  of({ localAddress, localPort, remoteAddress, remotePort }: Ends): number | undefined {
    if (localAddress === undefined || remoteAddress === undefined) return undefined;
    this.#read();
    return this.#lengths.get(`${placeOf(localAddress, localPort)} ${placeOf(remoteAddress, remotePort)}`);
  }

  #read(): void {
    if (this.#nowMs() - this.#readAtMs < READ_AGAIN_MS) return;
    this.#readAtMs = this.#nowMs();
    const entries = CONNECTION_LISTS.flatMap((path) => [...textOf(path).matchAll(ENTRY)]);
    this.#lengths = new Map(
      entries.map(([, local = '', remote = '', length = '']) => [
        `${plain(local)} ${plain(remote)}`,
        Number.parseInt(length, 16),
      ]),
    );
  }
}

/** Shared by all connections of this process. */
const SEND_QUEUES = new SendQueues();

/** Detects whether the peer of a connection receives data. */
export class PeerProgress {
  readonly #queues: SendQueues;
  readonly #socket: Ends & Pick<Socket, 'bytesWritten' | 'writableLength'>;
  #takenBytes = Number.POSITIVE_INFINITY;
  #heldBytes: number | undefined;

  constructor(socket: Ends & Pick<Socket, 'bytesWritten' | 'writableLength'>, queues: SendQueues = SEND_QUEUES) {
    this.#socket = socket;
    this.#queues = queues;
  }

  /** Bytes received at the last call of `hasTaken`. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  /**
   * Whether the peer has received data since the last call. Data that the system only buffers does not count; if the
   * system does not report it, it does.
   */
  hasTaken(): boolean {
    const { bytesWritten, writableLength } = this.#socket;
    const [takenBefore, heldBefore] = [this.#takenBytes, this.#heldBytes];
    this.#heldBytes = this.#queues.of(this.#socket) ?? 0;
    this.#takenBytes = bytesWritten - writableLength - this.#heldBytes;
    // While Node has more to pass on the system is full: it holds another number only after the peer has taken something.
    const isFull = writableLength > 0 && heldBefore !== undefined;
    return this.#takenBytes > takenBefore || (isFull && this.#heldBytes !== heldBefore);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** An IPv4 address is the same with and without its IPv6 prefix. */
const plain = (place: string): string => place.replace(/^0{16}FFFF0000/, '');

/** As in the lists: 32 bits at a time, in the order of bytes of the machine. */
function placeOf(address: string, port = 0): string {
  const bytes = Buffer.from(addressBytes(shownAddress(address)));
  const words = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(4 * index));
  return `${words.map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
