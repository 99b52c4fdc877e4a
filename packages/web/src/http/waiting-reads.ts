import type { Cancel } from '@kitestring/base/clock.ts';
import type { HandlerResult, RefusalAnswer } from './route.ts';

/**
 * Reads whose answer is still awaited, by session. Safety: a request that waits for a change ends with its session, and its answer never
 * shows what has changed since.
 */
export class WaitingReads {
  readonly #ends = new Map<string, Set<() => void>>();
  readonly #ended: RefusalAnswer;

  /** @param ended answer to a read whose session has ended */
  constructor(ended: RefusalAnswer) {
    this.#ended = ended;
  }

  /** The result of a read, or at once the end of its session. */
  async untilEnd(sessionId: string, result: Promise<HandlerResult>): Promise<HandlerResult> {
    const ended = Promise.withResolvers<RefusalAnswer>();
    const remove = this.#add(sessionId, () => ended.resolve(this.#ended));
    try {
      const first = await Promise.race([result, ended.promise]);
      if (first === this.#ended) result.then(discard, () => {});
      return first;
    } finally {
      remove();
    }
  }

  endSession(sessionId: string): void {
    for (const end of this.#ends.get(sessionId) ?? []) end();
  }

  #add(sessionId: string, end: () => void): Cancel {
    const ends = this.#ends.get(sessionId) ?? new Set();
    this.#ends.set(sessionId, ends.add(end));
    return () => {
      ends.delete(end);
      if (ends.size === 0) this.#ends.delete(sessionId);
    };
  }
}

/** An open file that is not sent. */
function discard(result: HandlerResult): void {
  if (typeof result === 'object' && 'file' in result) void result.file.close().catch(() => {});
}
