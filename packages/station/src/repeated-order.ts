import { type Clock, US_PER_S } from './ports/clock.ts';

/** Time that the station waits for a report that confirms a command before it repeats the command. */
const REPEAT_US = US_PER_S;

/** Repetitions of a command whose effect no report confirms. A link that loses every third packet loses 5 in a row once in 243 times. */
export const ENOUGH_TIMES = 5;

interface Times {
  /** Minimum number of transmissions, regardless of reports: where the effect may be present already. 1 when absent. */
  readonly atLeast?: number;
  /** Maximum number of transmissions: where the effect may never show. Unlimited when absent. */
  readonly atMost?: number;
}

/**
 * The last order of one kind to the aircraft. The link to the Kite may lose an order, but an accepted order must not
 * be lost: it is repeated once a second until a report confirms it. Receiving it twice must be harmless.
 */
export class RepeatedOrder {
  readonly #clock: Pick<Clock, 'nowUs'>;
  #send: (() => void) | undefined;
  #isShown: () => boolean = () => false;
  #atLeast = 1;
  #atMost = Number.POSITIVE_INFINITY;
  #timesSent = 0;
  #sentUs = 0;

  constructor(clock: Pick<Clock, 'nowUs'>) {
    this.#clock = clock;
  }

  /**
   * Sends an order at once, replacing the previous one.
   * @param isShown whether the last report confirms it; first evaluated a second later
   */
  give(send: () => void, isShown: () => boolean, { atLeast = 1, atMost = Number.POSITIVE_INFINITY }: Times = {}): void {
    this.#send = send;
    this.#isShown = isShown;
    this.#atLeast = atLeast;
    this.#atMost = atMost;
    this.#timesSent = 0;
    this.#sendNow(send);
  }

  /** Cancels the order. */
  drop(): void {
    this.#send = undefined;
  }

  /** Call at every report. */
  update(): void {
    if (this.#send === undefined || this.#clock.nowUs() - this.#sentUs < REPEAT_US) return;
    const isShown = this.#timesSent >= this.#atLeast && this.#isShown();
    if (isShown || this.#timesSent >= this.#atMost) this.drop();
    else this.#sendNow(this.#send);
  }

  #sendNow(send: () => void): void {
    this.#sentUs = this.#clock.nowUs();
    this.#timesSent += 1;
    send();
  }
}
