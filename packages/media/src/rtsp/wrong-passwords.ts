import { type Clock, US_PER_S } from './ports.ts';

const WINDOW_US = 60 * US_PER_S;
const ADDRESSES_MAX = 10_000;

/** Counts the wrong passwords of each address, so that who guesses does not keep those busy who have to judge. */
export class WrongPasswords {
  readonly #clock: Clock;
  readonly #perMin: number;
  readonly #byAddress = new Map<string, { count: number; readonly sinceUs: number }>();

  #total = 0;

  constructor(clock: Clock, perMin: number) {
    this.#clock = clock;
    this.#perMin = perMin;
  }

  /** Since the start, of all addresses. */
  get total(): number {
    return this.#total;
  }

  /** Seconds until this address may try again; 0 when it may now. */
  waitS(address: string): number {
    const guesses = this.#current(address);
    if (guesses === undefined || guesses.count < this.#perMin) return 0;
    return Math.ceil((guesses.sinceUs + WINDOW_US - this.#clock.nowUs()) / US_PER_S);
  }

  wrong(address: string): void {
    this.#total += 1;
    const guesses = this.#current(address) ?? { count: 0, sinceUs: this.#clock.nowUs() };
    guesses.count += 1;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, guesses);
    // A map keeps the order of insertion: the first is the one that has not guessed for longest.
    for (const oldest of this.#byAddress.keys()) {
      if (this.#byAddress.size <= ADDRESSES_MAX) break;
      this.#byAddress.delete(oldest);
    }
  }

  #current(address: string) {
    const guesses = this.#byAddress.get(address);
    return guesses !== undefined && this.#clock.nowUs() - guesses.sinceUs < WINDOW_US ? guesses : undefined;
  }
}
