import { createHash } from 'node:crypto';

/** Number of recognised tokens, the newest ones. */
const TOKENS_MAX = 1000;

/** Clients by their tokens, so that a request with an expired token can be attributed. Hashes only: a token has 256 random bits. */
export class KnownTokens {
  readonly #clients = new Map<string, string>();

  issued(token: string, client: string): void {
    this.#clients.set(hash(token), client);
    if (this.#clients.size <= TOKENS_MAX) return;
    const [oldest] = this.#clients.keys();
    if (oldest !== undefined) this.#clients.delete(oldest);
  }

  clientOf(token: string): string | undefined {
    return this.#clients.get(hash(token));
  }
}

const hash = (token: string): string => createHash('sha256').update(token).digest('base64');
