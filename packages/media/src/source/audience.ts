import type { AccessUnit, VideoConsumer } from '../access-unit.ts';

interface Seat {
  readonly consumer: VideoConsumer;
  /** A decoder can begin at a key frame only. */
  hasBegun: boolean;
}

/** Those who take the pictures of one source. One that fails is left out, and the others do not notice. */
export class Audience {
  readonly #seats = new Set<Seat>();
  readonly #onFault: (reason: string) => void;

  constructor(onFault: (reason: string) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#seats.size;
  }

  /** @returns how to leave; harmless the second time. Says whether it was there. */
  join(consumer: VideoConsumer): () => boolean {
    const seat: Seat = { consumer, hasBegun: false };
    this.#seats.add(seat);
    return () => this.#seats.delete(seat);
  }

  give(unit: AccessUnit): void {
    for (const seat of this.#seats) {
      if (!seat.hasBegun && !unit.isKeyFrame) continue;
      seat.hasBegun = true;
      this.#try(seat, () => seat.consumer.onAccessUnit(unit));
    }
  }

  /** What comes next does not follow what came last: everybody waits for a key frame. */
  interrupt(): void {
    for (const seat of this.#seats) seat.hasBegun = false;
  }

  end(): void {
    const seats = [...this.#seats];
    this.#seats.clear();
    for (const seat of seats) this.#try(seat, () => seat.consumer.onEnd());
  }

  #try(seat: Seat, act: () => void): void {
    try {
      act();
    } catch (fault) {
      this.#seats.delete(seat);
      this.#onFault(`a consumer failed: ${fault instanceof Error ? fault.stack : fault}`);
    }
  }
}
