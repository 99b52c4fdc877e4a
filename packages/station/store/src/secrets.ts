import { createPublicKey, hash, type KeyObject, randomBytes, randomUUID, verify } from 'node:crypto';
import type { Secrets } from '@kitestring/station-core/ports';
import { HashLanes, hashPassword, isPassword, PASSWORD_COST, type ScryptCost, scryptBytes } from './password-hash.ts';

/** 32 MiB and about 0.1 s per hash, the order of OWASP's advice for passwords. */
const DEFAULT_SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** Form of a generated key: 256 random bits. A key chosen by a person has another form. */
const MADE_KEY = /^kite_[A-Za-z0-9_-]{43}$/;

/**
 * Secrets by node:crypto. Generated keys of 256 random bits and tokens are hashed by SHA-256, which is sufficient for
 * unguessable secrets; keys chosen by a person by scrypt. One salt serves all keys of a data folder, because a key is
 * found by its hash: the cost of a request depends on the form of its key only, not on whether it is known (ADR 167).
 * Passwords have a salt and parameters of their own each. All slow hashes reject with SecretsBusyFault when too many wait.
 */
export function nodeSecrets({ salt, cost }: { salt: Uint8Array; cost?: ScryptCost }): Secrets {
  const keyCost = cost ?? DEFAULT_SCRYPT_COST;
  const passwordCost = cost ?? PASSWORD_COST;
  const lanes = new HashLanes();
  const hashKeySlowly: Secrets['hashKey'] = (key, lane = 'known') =>
    lanes.run(lane, async () => (await scryptBytes(key, salt, keyCost)).toString('hex'));
  return {
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    newKey: () => `kite_${randomBytes(32).toString('base64url')}`,
    hashToken: (token) => hash('sha256', token, 'hex'),
    hashKey: (key, lane) => (MADE_KEY.test(key) ? Promise.resolve(fastHash(key, salt)) : hashKeySlowly(key, lane)),
    sha256: (bytes) => hash('sha256', bytes, 'buffer'),
    isPasskeyKey,
    isSigned,
    hashPassword: (password, lane = 'known') => lanes.run(lane, () => hashPassword(password, passwordCost)),
    isPassword: (password, kept, lane = 'known') => lanes.run(lane, () => isPassword(password, kept, passwordCost)),
  };
}

const fastHash = (key: string, salt: Uint8Array): string =>
  `sha256:${hash('sha256', Buffer.concat([salt, Buffer.from(key)]), 'hex')}`;

/** Algorithms that authenticators have: ES256, EdDSA, and RS256 of older TPMs. */
const RSA_BITS_MIN = 2048;

/** A public key that a passkey may have; undefined for anything else. @param spki SubjectPublicKeyInfo */
function passkeyKey(spki: Uint8Array): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    const { asymmetricKeyDetails: details, asymmetricKeyType: type } = key;
    const isKnown =
      type === 'ed25519' ||
      (type === 'ec' && details?.namedCurve === 'prime256v1') ||
      (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_BITS_MIN);
    return isKnown ? key : undefined;
  } catch {
    return undefined;
  }
}

const isPasskeyKey = (spki: Uint8Array): boolean => passkeyKey(spki) !== undefined;

/** Whether the signature over `data` was made with the private half of the key. */
function isSigned(spki: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const key = passkeyKey(spki);
  if (key === undefined) return false;
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature);
  } catch {
    return false;
  }
}
