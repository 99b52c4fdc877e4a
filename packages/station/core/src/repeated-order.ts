import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

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

/** How orders of one kind are sent, and whether the last report confirms one; first evaluated a second later. */
interface OrderKind<Order> {
  readonly send: (order: Order) => void;
  readonly isShown: (order: Order) => boolean;
}

/**
 * The last order of one kind to the aircraft. The link to the Kite may lose an order, but an accepted order must not
 * be lost: it is repeated once a second until a report confirms it. Receiving it twice must be harmless.
 */
export class RepeatedOrder<Order> {
  readonly #clock: Pick<Clock, 'nowUs'>;
  readonly #kind: OrderKind<Order>;
  #order: Order | undefined;
  #atLeast = 1;
  #atMost = Number.POSITIVE_INFINITY;
  #timesSent = 0;
  #givenUs = 0;
  #sentUs = 0;

  constructor(clock: Pick<Clock, 'nowUs'>, kind: OrderKind<Order>) {
    this.#clock = clock;
    this.#kind = kind;
  }

  [STATE](archive: StateArchive): void {
    [this.#order, this.#atLeast, this.#atMost] = archive.all(this.#order, this.#atLeast, this.#atMost);
    [this.#timesSent, this.#givenUs, this.#sentUs] = archive.all(this.#timesSent, this.#givenUs, this.#sentUs);
  }

  /** Sends an order at once, replacing the previous one. @param order plain data, not undefined */
  give(order: Order, { atLeast = 1, atMost = Number.POSITIVE_INFINITY }: Times = {}): void {
    this.#order = order;
    this.#atLeast = atLeast;
    this.#atMost = atMost;
    this.#timesSent = 0;
    this.#givenUs = this.#clock.nowUs();
    this.#sendNow(order);
  }

  /** Cancels the order. */
  drop(): void {
    this.#order = undefined;
  }

  /** Cancels the order where this is true of it. */
  dropIf(isObsolete: (order: Order) => boolean): void {
    if (this.#order !== undefined && isObsolete(this.#order)) this.drop();
  }

  /** No report has confirmed it yet: it may have been lost, and is then sent again. */
  get isAwaited(): boolean {
    return this.#order !== undefined && !this.#kind.isShown(this.#order);
  }

  /** Call at every report. @param reportedUs when the newest data were measured: older ones confirm nothing */
  update(reportedUs: number): void {
    if (this.#order === undefined || this.#clock.nowUs() - this.#sentUs < REPEAT_US) return;
    const isNewer = reportedUs > this.#givenUs;
    const isShown = isNewer && this.#timesSent >= this.#atLeast && this.#kind.isShown(this.#order);
    if (isShown || this.#timesSent >= this.#atMost) this.drop();
    else this.#sendNow(this.#order);
  }

  #sendNow(order: Order): void {
    this.#sentUs = this.#clock.nowUs();
    this.#timesSent += 1;
    this.#kind.send(order);
  }
}
