import { hash, timingSafeEqual } from 'node:crypto';
import type { CodecClock } from './clock.ts';
import { LONGEST_PACKET, type Packet, SIGNATURE } from './packet.ts';

const KEY = 32;
/** Bytes of the link id and the timestamp. */
const STAMP = 7;
/** Bytes of the hash that are sent. */
const DIGEST = 6;
/** 2015-01-01 UTC. */
const EPOCH_US = 1_420_070_400_000_000;
const TICK_US = 10;
const MINUTE_TICKS = 60_000_000 / TICK_US;
/** Streams of one link; only a holder of the key can open one. */
const MOST_STREAMS = 256;

/**
 * Timestamps of signatures, 10 us each since 2015. None is given twice, because a receiver takes the second for a replay. One for all links
 * with the same key; its `last` survives a restart where the clock may go back.
 */
export class SigningClock {
  readonly #clock: Pick<CodecClock, 'nowUs'>;
  #last: number;

  constructor(clock: Pick<CodecClock, 'nowUs'>, last = 0) {
    this.#clock = clock;
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, this.now());
    return this.#last;
  }

  /** Time of the clock, at least the last timestamp. */
  now(): number {
    return Math.max(this.#last, Math.floor((this.#clock.nowUs() - EPOCH_US) / TICK_US));
  }

  /** Moves on to a timestamp that was received with a valid signature: the other clock is ahead. */
  advanceTo(timestamp: number): void {
    this.#last = Math.max(this.#last, timestamp);
  }
}

export interface SignerOptions {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Number of the link, 0 to 255, among those of this sender. */
  readonly linkId: number;
  readonly clock: SigningClock;
}

/** Signs the packets of one link. */
export class Signer {
  readonly #digest: Digest;
  readonly #linkId: number;
  readonly #clock: SigningClock;

  constructor({ clock, key, linkId }: SignerOptions) {
    this.#digest = new Digest(key);
    this.#linkId = linkId;
    this.#clock = clock;
  }

  /** Appends the signature to a packet whose checksum ends at `end`. @returns the end of the signed packet */
  sign(bytes: Uint8Array, end: number): number {
    const timestamp = this.#clock.next();
    bytes[end] = this.#linkId;
    for (let index = 0; index < 6; index += 1) bytes[end + 1 + index] = Math.floor(timestamp / 2 ** (8 * index)) & 0xff;
    bytes.set(this.#digest.of(bytes, end + STAMP), end + STAMP);
    return end + SIGNATURE;
  }
}

/** Numbers of packets by the outcome of their check. */
export interface SignatureCounts {
  /** Accepted. */
  signed: number;
  /** Accepted without a signature. */
  unsigned: number;
  unsignedRefused: number;
  wrongSignature: number;
  /** Replayed, or more than a minute old as the first of a stream, or of one stream too many. */
  stale: number;
}

export interface SignatureCheckOptions {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly clock: SigningClock;
  /** Says which packets without a signature are accepted; none by default. */
  readonly acceptUnsigned?: (packet: Packet) => boolean;
}

/** Accepts or refuses the packets of one link by their signatures. */
export class SignatureCheck {
  readonly #digest: Digest;
  readonly #clock: SigningClock;
  readonly #acceptUnsigned: (packet: Packet) => boolean;
  /** Last timestamp by system, component and link id. */
  readonly #streams = new Map<number, number>();
  readonly #counts: SignatureCounts = { signed: 0, unsigned: 0, unsignedRefused: 0, wrongSignature: 0, stale: 0 };

  constructor({ acceptUnsigned = () => false, clock, key }: SignatureCheckOptions) {
    this.#digest = new Digest(key);
    this.#clock = clock;
    this.#acceptUnsigned = acceptUnsigned;
  }

  get counts(): Readonly<SignatureCounts> {
    return this.#counts;
  }

  accepts(packet: Packet): boolean {
    const outcome = packet.isSigned
      ? this.#outcomeOf(packet)
      : this.#acceptUnsigned(packet)
        ? 'unsigned'
        : 'unsignedRefused';
    this.#counts[outcome] += 1;
    return outcome === 'signed' || outcome === 'unsigned';
  }

  #outcomeOf({ bytes, component, system }: Packet): 'signed' | 'wrongSignature' | 'stale' {
    const end = bytes.length - DIGEST;
    if (!timingSafeEqual(this.#digest.of(bytes, end), bytes.subarray(end))) return 'wrongSignature';
    const linkId = bytes[end - STAMP]!;
    let timestamp = 0;
    for (let index = 1; index < STAMP; index += 1) timestamp += bytes[end - index]! * 2 ** (8 * (6 - index));
    const stream = (system << 16) | (component << 8) | linkId;
    if (!this.#isNew(stream, timestamp)) return 'stale';
    this.#streams.set(stream, timestamp);
    this.#clock.advanceTo(timestamp);
    return 'signed';
  }

  #isNew(stream: number, timestamp: number): boolean {
    const last = this.#streams.get(stream);
    if (last !== undefined) return timestamp > last;
    return this.#streams.size < MOST_STREAMS && timestamp + MINUTE_TICKS >= this.#clock.now();
  }
}

/** First 48 bits of SHA-256 over key and packet. */
class Digest {
  readonly #keyed = new Uint8Array(KEY + LONGEST_PACKET);

  constructor(key: Uint8Array) {
    if (key.length !== KEY) throw new RangeError(`a signing key has ${KEY} bytes, not ${key.length}`);
    this.#keyed.set(key);
  }

  of(bytes: Uint8Array, end: number): Uint8Array {
    for (let index = 0; index < end; index += 1) this.#keyed[KEY + index] = bytes[index]!;
    return hash('sha256', this.#keyed.subarray(0, KEY + end), 'buffer').subarray(0, DIGEST);
  }
}
