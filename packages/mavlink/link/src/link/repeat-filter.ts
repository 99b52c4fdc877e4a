import type { Packet } from '@kitestring/mavlink-codec/codec.ts';

/** Longer than two ways of one packet differ, shorter than a sender takes to use the same number again. */
const REPEATED_WITHIN_US = 2_000_000;
/** Packets of two seconds of a busy link. */
const PACKETS_MAX = 1024;

/**
 * Finds packets that a line or a router has doubled: the same sender, number and checksum. An answer that arrives twice would else end
 * the next order of its kind.
 */
export class RepeatFilter {
  readonly #seenUs = new Map<number, number>();

  isRepeat({ bytes, component, isSigned, sequence, system }: Packet, nowUs: number): boolean {
    const end = bytes.length - (isSigned ? 13 : 0);
    const checksum = bytes[end - 2]! * 256 + bytes[end - 1]!;
    const key = ((system * 256 + component) * 256 + sequence) * 65_536 + checksum;
    const seenUs = this.#seenUs.get(key);
    if (seenUs !== undefined && nowUs - seenUs < REPEATED_WITHIN_US) return true;
    this.#seenUs.delete(key);
    this.#seenUs.set(key, nowUs);
    if (this.#seenUs.size > PACKETS_MAX) this.#forgetOldest();
    return false;
  }

  #forgetOldest(): void {
    for (const key of this.#seenUs.keys()) {
      this.#seenUs.delete(key);
      return;
    }
  }
}
