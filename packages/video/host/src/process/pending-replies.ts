import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { FromMedia } from '@kitestring/video-process/process';

interface PendingLimits {
  readonly deadlineS: number;
  /** Parallel requests; further ones are refused. */
  readonly most: number;
}

/** Requests to the media process that wait for their replies. */
export class PendingReplies<Reply> {
  readonly #clock: Clock;
  readonly #limits: PendingLimits;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #nextId = 1;

  /** @param clock real time */
  constructor(clock: Clock, limits: PendingLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#limits.most;
  }

  /** @param send sends the request. @returns undefined when no reply comes in time, or too many are pending */
  async ask(send: (id: number) => void): Promise<Reply | undefined> {
    if (this.isFull) return undefined;
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
    this.#waiting.set(id, resolve);
    const deadlineUs = this.#clock.nowUs() + this.#limits.deadlineS * US_PER_S;
    const cancel = this.#clock.schedule(deadlineUs, () => resolve(undefined));
    try {
      send(id);
      return await promise;
    } finally {
      cancel();
      this.#waiting.delete(id);
    }
  }

  /** @param reply undefined when it failed */
  accept(id: number, reply: Reply | undefined): void {
    this.#waiting.get(id)?.(reply);
  }

  /** The media process has ended: no replies will come. */
  failAll(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}

type PictureReply = Extract<FromMedia, { kind: 'snapshot' | 'measured' | 'thumbnail' }>;

/** Requests for single pictures, and for what is measured in them: one thread of the media process answers them all. */
export type PictureRequests = PendingReplies<PictureReply>;

/** A thread may have to start first, and clients wait 10 s. */
export const PICTURE_LIMITS: PendingLimits = { deadlineS: 9, most: 16 };
