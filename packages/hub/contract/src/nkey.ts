import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** Kinds of NATS keys with the first byte of their public form, which base32 shows as the letter O, A or U. Source: github.com/nats-io/nkeys. */
const PREFIX = { operator: 14 << 3, account: 0, user: 20 << 3 } as const;
export type NkeyKind = keyof typeof PREFIX;
const SEED_PREFIX = 18 << 3;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** DER before the 32 bytes of an Ed25519 private and public key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key in the form of NATS. The seed is a secret. */
export class Nkey {
  /** Public key, 56 characters. */
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #kind: NkeyKind;

  private constructor(kind: NkeyKind, key: KeyObject) {
    this.#kind = kind;
    this.#key = key;
    this.publicKey = withChecksum(Buffer.from([PREFIX[kind]]), rawPublicKey(key));
  }

  static make(kind: NkeyKind): Nkey {
    return new Nkey(kind, generateKeyPairSync('ed25519').privateKey);
  }

  /** @throws Error when the seed is damaged or of another kind */
  static fromSeed(seed: string, kind: NkeyKind): Nkey {
    const bytes = checkedBytes(seed);
    const [first = 0, second = 0] = bytes;
    const found = ((first & 7) << 5) | (second >> 3);
    if ((first & 0xf8) !== SEED_PREFIX || found !== PREFIX[kind])
      throw new Error(`it is not a seed of a key of kind ${kind}`);
    return Nkey.#of(kind, bytes.subarray(2, 34));
  }

  /** Derives another key; the same key and purpose give the same result. */
  derived(kind: NkeyKind, purpose: string): Nkey {
    return Nkey.#of(kind, Buffer.from(hkdfSync('sha256', this.seed, '', purpose, 32)));
  }

  static #of(kind: NkeyKind, secret: Uint8Array): Nkey {
    const der = Buffer.concat([PKCS8, secret]);
    return new Nkey(kind, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  }

  /** Secret form, 58 characters. */
  get seed(): string {
    const prefix = PREFIX[this.#kind];
    const head = Buffer.from([SEED_PREFIX | (prefix >> 5), (prefix & 31) << 3]);
    return withChecksum(head, this.#key.export({ format: 'der', type: 'pkcs8' }).subarray(-32));
  }

  sign(bytes: Uint8Array): Buffer {
    return sign(null, bytes, this.#key);
  }
}

const rawPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

function withChecksum(head: Uint8Array, key: Uint8Array): string {
  const bytes = Buffer.concat([head, key]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(bytes));
  return toBase32(Buffer.concat([bytes, checksum]));
}

function checkedBytes(text: string): Buffer {
  const bytes = fromBase32(text);
  const body = bytes.subarray(0, -2);
  if (bytes.length < 35 || crc16(body) !== bytes.readUInt16LE(bytes.length - 2)) throw new Error('the key is damaged');
  return body;
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    const index = ALPHABET.indexOf(letter);
    if (index < 0) throw new Error('the key has a character that is not in base32');
    value = ((value << 5) | index) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

/** DER before the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Public key of a user, validated. @returns undefined when it is invalid */
export function userKey(publicKey: string): KeyObject | undefined {
  try {
    const bytes = checkedBytes(publicKey);
    if (bytes.length !== 33 || bytes[0] !== PREFIX.user) return undefined;
    return createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Whether the user’s `publicKey` has signed this text. `signature` is base64url. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = userKey(publicKey);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
