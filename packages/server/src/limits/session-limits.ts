import type { LimitSettings } from '../server-settings.ts';
import { RequestLimit } from './request-limit.ts';
import { TokenBucket } from './token-bucket.ts';

export type RequestKind = 'reads' | 'commands';

/** What is left of one session's share. */
export interface SessionShare {
  readonly reads: TokenBucket;
  readonly commands: TokenBucket;
}

/** How many requests each session may make. A session's share goes when the session ends, so there are no more than those. */
export class SessionLimits {
  readonly limits: Readonly<Record<RequestKind, RequestLimit>>;
  readonly #shares = new Map<string, SessionShare>();

  constructor({ readsPerS, readsBurst, commandsPerS, commandsBurst }: LimitSettings) {
    this.limits = {
      reads: new RequestLimit('reads', { perS: readsPerS, burst: readsBurst }),
      commands: new RequestLimit('commands', { perS: commandsPerS, burst: commandsBurst }),
    };
  }

  /** The bucket from which this session's requests of this kind are taken. */
  bucket(sessionId: string, kind: RequestKind, nowUs: number): TokenBucket {
    let share = this.#shares.get(sessionId);
    if (share === undefined) {
      const { reads, commands } = this.limits;
      share = { reads: new TokenBucket(reads.rate, nowUs), commands: new TokenBucket(commands.rate, nowUs) };
      this.#shares.set(sessionId, share);
    }
    return share[kind];
  }

  forget(sessionId: string): void {
    this.#shares.delete(sessionId);
  }

  /** Number of sessions that have asked for anything. */
  get size(): number {
    return this.#shares.size;
  }
}
