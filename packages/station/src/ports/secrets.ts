/** In which queue a slow hash waits: addresses that have signed in before do not wait behind strangers. */
export type HashLane = 'known' | 'stranger';

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
   * Salted hash of an API key by which its plugin is found: fast for a key that `newKey` made, slow for one that a person
   * chose. The time depends on the form of the key only. @param lane `known` when absent
   */
  hashKey(key: string, lane?: HashLane): Promise<string>;
  /** Salted slow hash, hex: by it made keys were found by earlier versions, too. */
  hashKeySlowly(key: string, lane?: HashLane): Promise<string>;
  /** Whether a hash of a key is a fast one. */
  isFastHash(keyHash: string): boolean;
}
