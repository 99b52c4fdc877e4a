import type { HashLane } from '@kitestring/base/key-check.ts';

/** Random identities and hashes; the station itself knows no cryptography. */
export interface Secrets {
  /** A random id, UUID version 4. */
  newId(): string;
  /** An access token of 160 random bits or more, in characters that need no quoting in a header. */
  newToken(): string;
  /** A new API key, of the same strength. */
  newKey(): string;
  /** SHA-256 of a token, hex: fast, because a token has too much entropy to guess. */
  hashToken(token: string): string;
  /**
   * Salted hash by which an API key's plugin is found: fast for a key of `newKey`, slow for one chosen by a person.
   * The time depends only on the form of the key. @param lane `known` when absent
   */
  hashKey(key: string, lane?: HashLane): Promise<string>;
  /** Slow hash of a password with a salt and parameters of its own. @param lane `known` when absent */
  hashPassword(password: string, lane?: HashLane): Promise<string>;
  /** Whether the hash is one of this password. Takes the same time without a hash. @param lane `known` when absent */
  isPassword(password: string, passwordHash: string | undefined, lane?: HashLane): Promise<boolean>;
  sha256(bytes: Uint8Array): Uint8Array;
  /** Whether it is a public key that a passkey may have. @param spki SubjectPublicKeyInfo (RFC 5280) */
  isPasskeyKey(spki: Uint8Array): boolean;
  /** Whether the signature over `data` is one of the key's private half. */
  isSigned(spki: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean;
}
