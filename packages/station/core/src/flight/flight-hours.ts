import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import { attempt } from '../ports/store.ts';

const COUNTER = 'kite.airborne_us';

/** Flight time that a process crash may lose, seconds: each save is a disk write. */
const SAVE_EVERY_S = 10;

const US_PER_HOUR = 3600 * US_PER_S;

interface FlightHoursDeps {
  readonly counters: CounterStore;
  /** Hours flown before this station started counting. */
  readonly initialHours: number;
  /** Called when the hours could not be saved: saving is retried, and the flight continues. */
  readonly onStoreFault: (fault: unknown) => void;
}

/** Total flight time over all flights; survives restarts. */
export class FlightHours {
  readonly #deps: FlightHoursDeps;
  #totalUs: number;
  #savedUs: number;
  #airborneSinceUs: number | undefined;

  constructor(deps: FlightHoursDeps) {
    this.#deps = deps;
    this.#totalUs = deps.counters.get(COUNTER) ?? deps.initialHours * US_PER_HOUR;
    this.#savedUs = this.#totalUs;
  }

  [STATE](archive: StateArchive): void {
    [this.#totalUs, this.#savedUs] = archive.all(this.#totalUs, this.#savedUs);
    this.#airborneSinceUs = archive.of(this.#airborneSinceUs);
  }

  update(nowUs: number, isAirborne: boolean): void {
    // A Kite that is found on the ground after a silence has landed at a time that is not known.
    if (this.#airborneSinceUs !== undefined && isAirborne) this.#totalUs += nowUs - this.#airborneSinceUs;
    const hasLanded = this.#airborneSinceUs !== undefined && !isAirborne;
    this.#airborneSinceUs = isAirborne ? nowUs : undefined;
    if (hasLanded || this.#totalUs - this.#savedUs >= SAVE_EVERY_S * US_PER_S) this.save();
  }

  save(): void {
    if (this.#savedUs === this.#totalUs) return;
    this.#savedUs = this.#totalUs;
    attempt(() => this.#deps.counters.keep(COUNTER, this.#totalUs), this.#deps.onStoreFault);
  }

  get hours(): number {
    return this.#totalUs / US_PER_HOUR;
  }
}
