import type { PacketBatch } from '../rtp/packet-batch.ts';
import type { PacketSender } from './packet-sender.ts';
import type { UdpPair } from './udp-ports.ts';

/** Errors of single packets: no receiver, or no network. The session timeout covers that. */
const ignored = () => {};

/** One packet, one datagram. */
export class UdpSender implements PacketSender {
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
    // Queued packets are sent before the handle closes only after one turn of the event loop.
    setImmediate(() => this.#pair.close());
  }
}
