import { type Clock, US_PER_S } from './ports/clock.ts';

/** How long the station waits for a report that shows an order carried out, before it gives the order again. */
const REPEAT_US = US_PER_S;

/** How often is enough where no report proves the effect. A link that loses every third packet loses 5 in a row once in 243 times. */
export const ENOUGH_TIMES = 5;

interface Times {
  /** Sent so often whatever is reported: where the effect may be there already. 1 when absent. */
  readonly atLeast?: number;
  /** Sent no more often: where the effect may never be there. Without a limit when absent. */
  readonly atMost?: number;
}

/**
 * What the aircraft is to do last, of one kind. The link to the Kite may lose an order, and an order accepted is not to be
 * lost: it is given again, once a second, until a report shows that it was heard. So it must do no harm to hear it twice.
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
   * Gives an order at once, in place of the one before.
   * @param isShown whether the last report shows that it was heard; asked a second later for the first time
   */
  give(send: () => void, isShown: () => boolean, { atLeast = 1, atMost = Number.POSITIVE_INFINITY }: Times = {}): void {
    this.#send = send;
    this.#isShown = isShown;
    this.#atLeast = atLeast;
    this.#atMost = atMost;
    this.#timesSent = 0;
    this.#sendNow(send);
  }

  /** Nothing is wanted any more. */
  drop(): void {
    this.#send = undefined;
  }

  /** To be called at every report. */
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
