/** Recently sent packets, for retransmission. */

/** More than a second of a stream of 4 Mb/s: a partly lost key frame is still complete. A power of two. */
const KEPT = 512;
const MASK = KEPT - 1;
/** A retransmission requested again sooner is still in transit. */
const AGAIN_AFTER_MS = 10;

interface SentPacket<Packet> {
  readonly sequence: number;
  readonly packet: Packet;
  againAtMs: number;
}

export class PacketHistory<Packet> {
  readonly #nowMs: () => number;
  readonly #kept: (SentPacket<Packet> | undefined)[] = new Array(KEPT).fill(undefined);

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @param sequence number of the packet, 0 to 65,535 */
  sent(sequence: number, packet: Packet): void {
    this.#kept[sequence & MASK] = { sequence, packet, againAtMs: Number.NEGATIVE_INFINITY };
  }

  clear(): void {
    this.#kept.fill(undefined);
  }

  /** A packet to retransmit; undefined for one that is too old, was never sent, or was just retransmitted. */
  again(sequence: number): Packet | undefined {
    const kept = this.#kept[sequence & MASK];
    if (kept?.sequence !== sequence) return undefined;
    const nowMs = this.#nowMs();
    if (nowMs - kept.againAtMs < AGAIN_AFTER_MS) return undefined;
    kept.againAtMs = nowMs;
    return kept.packet;
  }
}
