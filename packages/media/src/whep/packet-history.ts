/** What was sent last, to be sent again where it was lost. */

/** More than a second of a stream of 4 Mb/s: even a key frame that was lost in part is still whole. A power of two. */
const KEPT = 512;
const MASK = KEPT - 1;
/** Asked for again sooner, it is still on its way. */
const AGAIN_AFTER_MS = 10;
/** Sequence numbers have 16 bits. */
const BEHIND = 0xffff;

interface Kept<Packet> {
  readonly sequence: number;
  readonly packet: Packet;
  sentAtMs: number;
}

export class PacketHistory<Packet> {
  readonly #nowMs: () => number;
  readonly #kept: (Kept<Packet> | undefined)[] = new Array(KEPT).fill(undefined);
  #last = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @param sequence number of the packet, 0 to 65,535 */
  sent(sequence: number, packet: Packet): void {
    this.#last = sequence;
    this.#kept[sequence & MASK] = { sequence, packet, sentAtMs: this.#nowMs() };
  }

  /**
   * A packet that is to be sent again; undefined for one that is too old, was never sent, or has just been sent.
   * @param atLeastBehind so many packets must have been sent since: newer ones are somebody else's business
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
