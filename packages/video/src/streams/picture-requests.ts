import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A thread may have to start first. Clients wait 10 s. */
const DEADLINE_S = 9;
/** Limit of parallel requests; further ones are refused. */
const MOST_WAITING = 16;

/** Pending requests for single pictures to the media process. */
export class PictureRequests<Taken> {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (answer: Taken | undefined) => void>();
  #nextId = 1;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  /** @param ask sends the request. @returns undefined when no picture comes in time */
  async take(ask: (id: number) => void): Promise<Taken | undefined> {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Taken | undefined>();
    this.#waiting.set(id, resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + DEADLINE_S * US_PER_S, () => resolve(undefined));
    ask(id);
    const answer = await promise;
    cancel();
    this.#waiting.delete(id);
    return answer;
  }

  /** @param taken undefined when it failed */
  accept(id: number, taken: Taken | undefined): void {
    this.#waiting.get(id)?.(taken);
  }

  /** The media process has ended: no pictures will come. */
  failAll(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
