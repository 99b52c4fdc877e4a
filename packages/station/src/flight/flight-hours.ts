import { US_PER_S } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';

const COUNTER = 'kite.airborne_us';

/** How much airborne time a kill may lose, seconds: each save is a write to the disk. */
const SAVE_EVERY_S = 10;

const US_PER_HOUR = 3600 * US_PER_S;

export interface FlightHoursParts {
  readonly counters: CounterStore;
  /** Hours flown before this station counted. */
  readonly initialHours: number;
  /** Told when the hours could not be saved: they are saved again later, and the flight goes on. */
  readonly onStoreFault: (fault: unknown) => void;
}

/** The time the Kite has been in the air, over all flights; survives restarts. */
export class FlightHours {
  readonly #parts: FlightHoursParts;
  #totalUs: number;
  #savedUs: number;
  #airborneSinceUs: number | undefined;

  constructor(parts: FlightHoursParts) {
    this.#parts = parts;
    this.#totalUs = parts.counters.get(COUNTER) ?? parts.initialHours * US_PER_HOUR;
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
    // Also after a failure: the next attempt is worth it in 10 s, not with every sample.
    this.#savedUs = this.#totalUs;
    try {
      this.#parts.counters.set(COUNTER, this.#totalUs);
    } catch (fault) {
      this.#parts.onStoreFault(fault);
    }
  }

  get hours(): number {
    return this.#totalUs / US_PER_HOUR;
  }
}
