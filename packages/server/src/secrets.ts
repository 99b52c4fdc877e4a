import { hash, randomBytes, randomUUID, scrypt } from 'node:crypto';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import { HashLanes } from './hash-lanes.ts';

/** Cost of one hash of an API key; `N` is the number of rounds, a power of 2 (RFC 7914). */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 0.1 s per hash, the order that OWASP advises for passwords. */
export const DEFAULT_SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** A key as `newKey` makes it: 256 random bits. A person's key looks otherwise. */
const MADE_KEY = /^kite_[A-Za-z0-9_-]{43}$/;

/**
 * Secrets by node:crypto. Keys of 256 random bits and tokens are hashed by SHA-256, which is enough for what cannot be
 * guessed; keys that a person chose by scrypt. One salt serves all keys of a data folder, because a key is found by its
 * hash: what a request costs depends on the form of its key only, not on whether the key is known (ADR 2, ADR 32).
 * `hashKey` and `hashKeySlowly` reject with SecretsBusy when too many wait.
 */
export function nodeSecrets({ salt, cost = DEFAULT_SCRYPT_COST }: { salt: Uint8Array; cost?: ScryptCost }): Secrets {
  const lanes = new HashLanes();
  const hashKeySlowly: Secrets['hashKeySlowly'] = (key, lane = 'known') =>
    lanes.run(lane, () => scryptHex(key, salt, cost));
  return {
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    newKey: () => `kite_${randomBytes(32).toString('base64url')}`,
    hashToken: (token) => hash('sha256', token, 'hex'),
    hashKey: (key, lane) => (MADE_KEY.test(key) ? Promise.resolve(fastHash(key, salt)) : hashKeySlowly(key, lane)),
    hashKeySlowly,
    isFastHash: (keyHash) => keyHash.startsWith(FAST),
  };
}

/** Keeps both kinds of hashes apart in the store. */
const FAST = 'sha256:';

const fastHash = (key: string, salt: Uint8Array): string =>
  `${FAST}${hash('sha256', Buffer.concat([salt, Buffer.from(key)]), 'hex')}`;

function scryptHex(key: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<string> {
  // What OpenSSL counts before it allocates: the table of RFC 7914 (N blocks of 128 r bytes), p blocks, and 2 to work in.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 32, options, (error, bytes) => (error === null ? resolve(bytes.toString('hex')) : reject(error)));
  });
}
