import type { CodecClock } from './clock.ts';
import { definitionOf } from './definition.ts';
import type { Packet } from './packet.ts';
import { joined, PacketScanner } from './packet-scanner.ts';

/** The longest packet takes 0.29 s at 9600 baud. */
const DEADLINE_US = 300_000;
/** Senders whose sequence is followed; more are an attack. */
const MOST_SENDERS = 256;
/** A step of more than half of the sequence is a late or repeated packet. */
const HALF = 128;

export interface SplitterOptions {
  /** Receives each intact packet, at once. */
  readonly onPacket: (packet: Packet) => void;
  readonly clock: CodecClock;
  /** Time in which a packet of a stream arrives as a whole, microseconds; 0.3 s by default. */
  readonly deadlineUs?: number;
}

export interface SplitterCounts {
  readonly packets: number;
  /** Packets whose id the dialect does not have; they are delivered too. */
  readonly unknown: number;
  /** Packets that are missing by the sequence numbers of their senders. */
  readonly lost: number;
  readonly badChecksums: number;
  /** Bytes outside of packets. */
  readonly garbageBytes: number;
}

/** Makes packets from the bytes of one peer. Holds less than one packet. */
export class Splitter implements Disposable {
  readonly #onPacket: (packet: Packet) => void;
  readonly #clock: CodecClock;
  readonly #deadlineUs: number;
  readonly #scanner = new PacketScanner(0, (packet) => this.#deliver(packet));
  readonly #sequences = new Map<number, number>();
  /** An incomplete packet, and when its first byte came. */
  #rest = new Uint8Array();
  #restSinceUs = 0;
  #cancelTimer: (() => void) | undefined;
  #packets = 0;
  #unknown = 0;
  #lost = 0;

  constructor({ clock, deadlineUs = DEADLINE_US, onPacket }: SplitterOptions) {
    this.#onPacket = onPacket;
    this.#clock = clock;
    this.#deadlineUs = deadlineUs;
  }

  get counts(): SplitterCounts {
    const { badChecksums, garbageBytes } = this.#scanner;
    return { packets: this.#packets, unknown: this.#unknown, lost: this.#lost, badChecksums, garbageBytes };
  }

  /** Takes the next bytes of a stream. Packets are views of them, so that the chunk must not be changed afterwards. */
  push(chunk: Uint8Array): void {
    const before = this.#rest.length;
    const bytes = before === 0 ? chunk : joined(this.#rest, chunk);
    const from = this.#scanner.scan(bytes, false);
    if (before === 0 || from > 0) this.#restSinceUs = this.#clock.nowUs();
    this.#rest = new Uint8Array(bytes.subarray(from));
    if (this.#rest.length > 0) this.#cancelTimer ??= this.#clock.schedule(this.#dueUs, () => this.#checkDeadline());
  }

  /** Takes a datagram: what is incomplete in it is garbage. */
  pushDatagram(bytes: Uint8Array): void {
    this.#scanner.scan(bytes, true);
  }

  [Symbol.dispose](): void {
    this.#cancelTimer?.();
    // Stands for a timer, so that none is scheduled if a packet has closed its link.
    this.#cancelTimer = () => {};
  }

  get #dueUs(): number {
    return this.#restSinceUs + this.#deadlineUs;
  }

  /** A false start byte holds back what follows up to its claimed length, at most until the deadline. */
  #checkDeadline(): void {
    this.#cancelTimer = undefined;
    if (this.#rest.length === 0) return;
    if (this.#clock.nowUs() < this.#dueUs) {
      this.#cancelTimer = this.#clock.schedule(this.#dueUs, () => this.#checkDeadline());
      return;
    }
    const rest = this.#rest;
    this.#rest = new Uint8Array();
    this.#scanner.scan(rest, true);
  }

  #deliver(packet: Packet): void {
    this.#packets += 1;
    if (definitionOf(packet.id) === undefined) this.#unknown += 1;
    this.#follow((packet.system << 8) | packet.component, packet.sequence);
    this.#onPacket(packet);
  }

  #follow(sender: number, sequence: number): void {
    const last = this.#sequences.get(sender);
    const missing = last === undefined ? 0 : (sequence - last - 1) & 0xff;
    if (missing >= HALF) return;
    this.#lost += missing;
    if (last === undefined && this.#sequences.size >= MOST_SENDERS) this.#sequences.clear();
    this.#sequences.set(sender, sequence);
  }
}
