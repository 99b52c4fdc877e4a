import { createHash } from 'node:crypto';

/** Newest tokens that are recognised. */
const TOKENS_MAX = 1000;

/**
 * Clients by the tokens that they were given, so that a request with a token that is no longer valid is known to be
 * theirs. Hashes only: a token has 256 random bits.
 */
export class KnownTokens {
  readonly #clients = new Map<string, string>();

  issued(token: string, client: string): void {
    this.#clients.set(hashOf(token), client);
    if (this.#clients.size <= TOKENS_MAX) return;
    const [oldest] = this.#clients.keys();
    if (oldest !== undefined) this.#clients.delete(oldest);
  }

  clientOf(token: string): string | undefined {
    return this.#clients.get(hashOf(token));
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
