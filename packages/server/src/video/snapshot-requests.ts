import type { FromMedia } from '@kitestring/media/process/protocol.ts';
import type { PictureState } from '@kitestring/media/source/scene-state.ts';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A thread may have to start first. Clients wait 10 s. */
const DEADLINE_S = 9;
/** More at a time are refused. */
const MOST_WAITING = 16;

export interface TakenPicture {
  readonly jpeg: Uint8Array;
  readonly state: PictureState;
}

/** Snapshots that were asked of the media process and have not come yet. */
export class SnapshotRequests {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (answer: TakenPicture | undefined) => void>();
  #nextId = 1;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  /** @param ask sends the question. @returns undefined when no picture comes in time */
  async take(ask: (id: number) => void): Promise<TakenPicture | undefined> {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<TakenPicture | undefined>();
    this.#waiting.set(id, resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + DEADLINE_S * US_PER_S, () => resolve(undefined));
    ask(id);
    const answer = await promise;
    cancel();
    this.#waiting.delete(id);
    return answer;
  }

  accept(message: Extract<FromMedia, { kind: 'snapshot' | 'snapshotFailed' }>): void {
    this.#waiting.get(message.id)?.(message.kind === 'snapshot' ? message : undefined);
  }

  /** The media process is gone: nothing will come. */
  failAll(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
