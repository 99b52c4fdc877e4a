import type { RtpPacket } from '../rtp/rtp-packet.ts';

/** Packets that may overtake a late one: more than a burst of a switch. */
const DEPTH = 64;
/** A packet missing for longer counts as lost. */
const WAIT_MS = 60;
/** A larger jump is a new sequence, not a loss: RFC 3550 appendix A.1. */
const JUMP = 3000;

/** Orders UDP packets, drops duplicates, and waits briefly for late ones. */
export class ReorderBuffer {
  readonly #held = new Map<number, RtpPacket>();
  #next: number | undefined;
  #waitingSinceMs: number | undefined;

  /** @returns the packets that can be processed, in order; a number missing in between is lost */
  push(packet: RtpPacket, nowMs: number): RtpPacket[] {
    const next = this.#next ?? packet.sequence;
    const ahead = signed16(packet.sequence - next);
    if (Math.abs(ahead) > JUMP) return this.#restart(packet);
    this.#next = next;
    // Given up already, or a duplicate.
    if (ahead < 0) return [];
    this.#held.set(packet.sequence, packet);
    const ready = this.#inOrder();
    if (!this.#isOverdue(nowMs)) return ready;
    return [...ready, ...this.#giveUp(nowMs)];
  }

  #restart(packet: RtpPacket): RtpPacket[] {
    this.#held.clear();
    this.#waitingSinceMs = undefined;
    this.#next = (packet.sequence + 1) & 0xffff;
    return [packet];
  }

  #inOrder(): RtpPacket[] {
    const ready: RtpPacket[] = [];
    for (let next = this.#next ?? 0; ; next = (next + 1) & 0xffff) {
      this.#next = next;
      const packet = this.#held.get(next);
      if (packet === undefined) break;
      this.#held.delete(next);
      ready.push(packet);
    }
    if (ready.length > 0) this.#waitingSinceMs = undefined;
    return ready;
  }

  #isOverdue(nowMs: number): boolean {
    if (this.#held.size === 0) return false;
    this.#waitingSinceMs ??= nowMs;
    return this.#held.size > DEPTH || nowMs - this.#waitingSinceMs > WAIT_MS;
  }

  /** Continues after the gap. */
  #giveUp(nowMs: number): RtpPacket[] {
    const next = this.#next ?? 0;
    const nearest = Math.min(...[...this.#held.keys()].map((sequence) => (sequence - next) & 0xffff));
    this.#next = (next + nearest) & 0xffff;
    const ready = this.#inOrder();
    if (this.#held.size > 0) this.#waitingSinceMs = nowMs;
    return ready;
  }
}

/** A difference of 16 bit numbers, from -32768 to 32767. */
const signed16 = (difference: number): number => ((difference + 0x8000) & 0xffff) - 0x8000;
