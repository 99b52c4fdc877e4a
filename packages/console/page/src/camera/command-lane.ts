/** Time source of the lanes, replaceable in tests. */
export interface LaneClock {
  nowMs(): number;
  /** @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void;
}

export const PAGE_CLOCK: LaneClock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Sends orders of one kind to the station, one at a time, at most one per `everyMs`; of waiting orders only the newest
 * is kept. A pointer produces a hundred orders a second; the station accepts 20.
 */
export class CommandLane<Order> {
  readonly #send: (order: Order) => Promise<void>;
  readonly #everyMs: number;
  readonly #clock: LaneClock;
  #waiting: { readonly order: Order } | undefined;
  #isOnItsWay = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #isDue = false;

  /** @param send settles when the station has answered; it handles its own faults */
  constructor(send: (order: Order) => Promise<void>, everyMs: number, clock: LaneClock) {
    this.#send = send;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  /** Replaces a waiting order. */
  give(order: Order): void {
    this.#waiting = { order };
    this.#next();
  }

  /** The waiting order. */
  get waiting(): Order | undefined {
    return this.#waiting?.order;
  }

  /** Drops the waiting order. */
  forget(): void {
    this.#waiting = undefined;
  }

  #next(): void {
    if (this.#waiting === undefined || this.#isOnItsWay || this.#isDue) return;
    const waitMs = this.#sentAtMs + this.#everyMs - this.#clock.nowMs();
    if (waitMs <= 0) this.#sendNow(this.#waiting.order);
    else this.#later(waitMs);
  }

  #later(waitMs: number): void {
    this.#isDue = true;
    this.#clock.after(waitMs, () => {
      this.#isDue = false;
      this.#next();
    });
  }

  #sendNow(order: Order): void {
    this.#waiting = undefined;
    this.#isOnItsWay = true;
    this.#sentAtMs = this.#clock.nowMs();
    const over = () => {
      this.#isOnItsWay = false;
      this.#next();
    };
    this.#send(order).then(over, over);
  }
}
