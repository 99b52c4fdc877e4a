import { US_PER_S } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';

const COUNTER = 'kite.airborne_us';

/** How much airborne time a kill may lose, seconds: each save is a write to the disk. */
const SAVE_EVERY_S = 10;

const US_PER_HOUR = 3600 * US_PER_S;

/** The time the Kite has been in the air, over all flights; survives restarts. */
export class FlightHours {
  readonly #counters: CounterStore;
  #totalUs: number;
  #savedUs: number;
  #airborneSinceUs: number | undefined;

  /** @param initialHours flown before this station counted */
  constructor(counters: CounterStore, initialHours: number) {
    this.#counters = counters;
    this.#totalUs = counters.get(COUNTER) ?? initialHours * US_PER_HOUR;
    this.#savedUs = this.#totalUs;
  }

  update(nowUs: number, isAirborne: boolean): void {
    if (this.#airborneSinceUs !== undefined) this.#totalUs += nowUs - this.#airborneSinceUs;
    const hasLanded = this.#airborneSinceUs !== undefined && !isAirborne;
    this.#airborneSinceUs = isAirborne ? nowUs : undefined;
    if (hasLanded || this.#totalUs - this.#savedUs >= SAVE_EVERY_S * US_PER_S) this.save();
  }

  save(): void {
    if (this.#savedUs === this.#totalUs) return;
    this.#counters.set(COUNTER, this.#totalUs);
    this.#savedUs = this.#totalUs;
  }

  get hours(): number {
    return this.#totalUs / US_PER_HOUR;
  }
}
