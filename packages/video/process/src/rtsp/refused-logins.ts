import { addressGroup } from '@kitestring/base/client-address.ts';
import { type DeadlineClock, US_PER_S } from './ports.ts';

const WINDOW_US = 60 * US_PER_S;
const ADDRESSES_MAX = 10_000;

/**
 * Counts refusals per address, for any credentials, so that a client that keeps failing does not load the station: it
 * is refused here. Whether a key may be tried is decided by the station, for all interfaces together.
 */
export class RefusedLogins {
  readonly #clock: DeadlineClock;
  readonly #perMin: number;
  readonly #byGroup = new Map<string, { count: number; readonly sinceUs: number }>();

  #total = 0;

  constructor(clock: DeadlineClock, perMin: number) {
    this.#clock = clock;
    this.#perMin = perMin;
  }

  /** Refusals since the start, of all addresses. */
  get total(): number {
    return this.#total;
  }

  /** Seconds until this address may try again; 0: now. */
  waitS(address: string): number {
    const refusals = this.#current(addressGroup(address));
    if (refusals === undefined || refusals.count < this.#perMin) return 0;
    return Math.ceil((refusals.sinceUs + WINDOW_US - this.#clock.nowUs()) / US_PER_S);
  }

  add(address: string): void {
    this.#total += 1;
    const group = addressGroup(address);
    const refusals = this.#current(group) ?? { count: 0, sinceUs: this.#clock.nowUs() };
    refusals.count += 1;
    this.#byGroup.delete(group);
    this.#byGroup.set(group, refusals);
    // A map keeps insertion order: the first entry has not been refused for longest.
    for (const oldest of this.#byGroup.keys()) {
      if (this.#byGroup.size <= ADDRESSES_MAX) break;
      this.#byGroup.delete(oldest);
    }
  }

  #current(group: string) {
    const refusals = this.#byGroup.get(group);
    return refusals !== undefined && this.#clock.nowUs() - refusals.sinceUs < WINDOW_US ? refusals : undefined;
  }
}
