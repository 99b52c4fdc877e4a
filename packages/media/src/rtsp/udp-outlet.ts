import type { PacketBatch } from '../rtp/packet-batch.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import type { UdpPair } from './udp-ports.ts';

/** Errors of single packets: nobody listens there, or the network is away. The timeout of the session judges that. */
const ignored = () => {};

/** One packet, one datagram. */
export class UdpOutlet implements PacketOutlet {
  readonly kind = 'udp';
  readonly #pair: UdpPair;
  #isClosed = false;

  constructor(pair: UdpPair) {
    this.#pair = pair;
  }

  get backlogBytes(): number {
    return this.#isClosed ? 0 : this.#pair.rtp.getSendQueueSize();
  }

  sendPackets({ buffer, starts, ends }: PacketBatch): void {
    if (this.#isClosed) return;
    starts.forEach((start, index) => {
      this.#pair.rtp.send(buffer.subarray(start, ends[index]), ignored);
    });
  }

  sendReport(bytes: Buffer): void {
    if (!this.#isClosed) this.#pair.rtcp.send(bytes, ignored);
  }

  close(): void {
    this.#isClosed = true;
    // Packets on their way are sent before a socket closes its handle only if they get one turn.
    setImmediate(() => this.#pair.close());
  }
}
