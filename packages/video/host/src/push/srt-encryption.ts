import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';

/*
 * Encryption of SRT: AES in counter mode, with a key that is sent wrapped by one made of the passphrase. Source:
 * draft-sharabayko-srt-01, sections 3.2.2 and 6.
 */

const SALT_BYTES = 16;
/** The passphrase is salted with the second half. */
const PASSPHRASE_SALT_AT = 8;
const ITERATIONS = 2048;
/** RFC 3394, section 2.2.3.1. */
const WRAP_START = Buffer.alloc(8, 0xa6);
/** Version 1, key material, signature `SRT`; the key of even packets; cipher AES in counter mode, no authentication, SRT. */
const MESSAGE_HEAD = [0x12, 0x20, 0x29, 0x01, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, SALT_BYTES / 4] as const;
/** The counter of blocks in a packet takes the last two bytes, the number of the packet those before. */
const SEQUENCE_AT = 10;
const COUNTER_AT = 14;
/** Before a number of a packet comes again, which must not happen with one key. */
const PACKETS_MAX = 2 ** 30;

export const KEY_BYTES = [16, 24, 32] as const;

type KeyBytes = (typeof KEY_BYTES)[number];

/** Encrypts the packets of one connection with a key of its own. */
export class SrtEncryption {
  readonly keyBytes: KeyBytes;
  /** Tells the relay salt and wrapped key. */
  readonly keyMaterial: Buffer;
  readonly #salt = randomBytes(SALT_BYTES);
  readonly #key: Buffer;
  #packets = 0;

  constructor(passphrase: string, keyBytes: KeyBytes) {
    this.keyBytes = keyBytes;
    this.#key = randomBytes(keyBytes);
    const salt = this.#salt.subarray(PASSPHRASE_SALT_AT);
    const wrapping = pbkdf2Sync(passphrase, salt, ITERATIONS, keyBytes, 'sha1');
    const wrap = createCipheriv(`id-aes${keyBytes * 8}-wrap`, wrapping, WRAP_START);
    const wrapped = Buffer.concat([wrap.update(this.#key), wrap.final()]);
    this.keyMaterial = Buffer.concat([Buffer.of(...MESSAGE_HEAD, keyBytes / 4), this.#salt, wrapped]);
  }

  /** A new connection, with another key, is needed. */
  get isUsedUp(): boolean {
    return this.#packets >= PACKETS_MAX;
  }

  /** @param sequence of the packet */
  encrypt(sequence: number, content: Uint8Array): Buffer {
    this.#packets += 1;
    const start = Buffer.from(this.#salt);
    start.writeUInt32BE((start.readUInt32BE(SEQUENCE_AT) ^ sequence) >>> 0, SEQUENCE_AT);
    start.fill(0, COUNTER_AT);
    const cipher = createCipheriv(`aes-${this.keyBytes * 8}-ctr`, this.#key, start);
    return Buffer.concat([cipher.update(content), cipher.final()]);
  }
}
