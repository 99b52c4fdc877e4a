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
  /** Slow salted hash of an API key, hex; takes the same time for every key. */
  hashKey(key: string): Promise<string>;
}
