/** Recently sent packets, for retransmission. */

/** More than a second of a stream of 4 Mb/s: a partly lost key frame is still complete. A power of two. */
const KEPT = 512;
const MASK = KEPT - 1;
/** A retransmission requested again sooner is still in transit. */
const AGAIN_AFTER_MS = 10;
/** Sequence numbers have 16 bits. */
const BEHIND = 0xffff;

interface SentPacket<Packet> {
  readonly sequence: number;
  readonly packet: Packet;
  sentAtMs: number;
}

export class PacketHistory<Packet> {
  readonly #nowMs: () => number;
  readonly #kept: (SentPacket<Packet> | undefined)[] = new Array(KEPT).fill(undefined);
  #last = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @param sequence number of the packet, 0 to 65,535 */
  sent(sequence: number, packet: Packet): void {
    this.#last = sequence;
    this.#kept[sequence & MASK] = { sequence, packet, sentAtMs: this.#nowMs() };
  }

  clear(): void {
    this.#kept.fill(undefined);
  }

  /**
   * A packet to retransmit; undefined for one that is too old, was never sent, or has just been sent.
   * @param atLeastBehind minimum number of packets sent since: newer ones are retransmitted by the library
   */
  again(sequence: number, atLeastBehind: number): Packet | undefined {
    const kept = this.#kept[sequence & MASK];
    if (kept?.sequence !== sequence || ((this.#last - sequence) & BEHIND) < atLeastBehind) return undefined;
    const nowMs = this.#nowMs();
    if (nowMs - kept.sentAtMs < AGAIN_AFTER_MS) return undefined;
    kept.sentAtMs = nowMs;
    return kept.packet;
  }
}
