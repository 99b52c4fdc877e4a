/** Requests to the media process that wait for their replies. */
import type { BrowserReport } from '@kitestring/media/process/browser-messages.ts';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** On a busy machine a source's thread, or that of WebRTC, may have to start first. */
const DEADLINE_S = 25;
/** Limit of parallel requests; further ones are refused. */
const MOST_WAITING = 64;

type MediaReply = Extract<BrowserReport, { readonly id: number }>;

export class MediaRequests {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (answer: MediaReply | undefined) => void>();
  #nextId = 1;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns undefined when no reply comes in time, or too many are pending */
  async ask(send: (id: number) => void): Promise<MediaReply | undefined> {
    if (this.#waiting.size >= MOST_WAITING) return undefined;
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<MediaReply | undefined>();
    this.#waiting.set(id, resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + DEADLINE_S * US_PER_S, () => resolve(undefined));
    send(id);
    const answer = await promise;
    cancel();
    this.#waiting.delete(id);
    return answer;
  }

  accept(answer: MediaReply): void {
    this.#waiting.get(answer.id)?.(answer);
  }

  /** The media process has ended: no replies will come. */
  failAll(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
