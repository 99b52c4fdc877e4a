/** Questions to the media process that wait for their answers. */
import type { BrowserReport } from '@kitestring/media/process/browser-messages.ts';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A thread of a source, or the one of WebRTC, may have to start first, on a busy machine too. */
const DEADLINE_S = 25;
/** More at a time are refused. */
const MOST_WAITING = 64;

type Answer = Extract<BrowserReport, { readonly id: number }>;

export class MediaQuestions {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  #nextId = 1;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns undefined when no answer comes in time, or too many wait already */
  async ask(send: (id: number) => void): Promise<Answer | undefined> {
    if (this.#waiting.size >= MOST_WAITING) return undefined;
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.#waiting.set(id, resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + DEADLINE_S * US_PER_S, () => resolve(undefined));
    send(id);
    const answer = await promise;
    cancel();
    this.#waiting.delete(id);
    return answer;
  }

  accept(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer);
  }

  /** The media process is gone: nothing will come. */
  failAll(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
