import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';

const ADDRESSES_MAX = 10_000;
/** Requests of one address. */
const RATE = { perS: 50, burst: 200 };
/** Message that takes about as long to read as an ordinary request to answer. */
const COUNTS_ONCE_BYTES = 4096;
/** One that asks too much is told so after this time. */
export const REFUSED_AFTER_S = 1;

/**
 * Limits what one address asks, because the API of the station waits for it. An address beyond its limit gets nothing for the next second: served
 * each token as it comes, a flood would be a burst of requests in each second.
 */
export class RequestLimits {
  readonly #realClock: Clock;
  readonly #buckets = new BoundedMap<string, TokenBucket>(ADDRESSES_MAX);
  /** Connections with a refused request. */
  readonly #held = new WeakSet<Socket>();

  constructor(realClock: Clock) {
    this.#realClock = realClock;
  }

  /** @returns false when the address asks too much */
  admits(address: string): boolean {
    const bucket = this.#bucket(address);
    if (bucket.take(this.#realClock.nowUs())) return true;
    bucket.owe(RATE.perS * REFUSED_AFTER_S);
    return false;
  }

  /** Counts the length of an admitted message. */
  count(address: string, bytes: number): void {
    if (bytes >= COUNTS_ONCE_BYTES) this.#bucket(address).owe(Math.floor(bytes / COUNTS_ONCE_BYTES));
  }

  /**
   * Resolves when a refused request may be answered: answered at once, its client would ask as fast as it is refused. Its connection is not read
   * meanwhile, and keeps its place among those of the address even if the client closes it.
   * @param gone aborts when the client has gone
   */
  async hold({ socket }: IncomingMessage, gone: AbortSignal): Promise<void> {
    if (this.#held.has(socket)) {
      // It asks on without waiting for answers.
      socket.destroy();
      return;
    }
    this.#held.add(socket);
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#realClock.schedule(this.#realClock.nowUs() + REFUSED_AFTER_S * US_PER_S, () => resolve());
    gone.addEventListener('abort', () => resolve(), { once: true });
    // The parser resumes the connection at the end of the message, after this call.
    await undefined;
    socket.pause();
    await promise;
    cancel();
    this.#held.delete(socket);
    socket.resume();
  }

  #bucket(address: string): TokenBucket {
    return this.#buckets.getOrMake(address, () => new TokenBucket(RATE, this.#realClock.nowUs()));
  }
}
