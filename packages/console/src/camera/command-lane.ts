/** Time as the lanes see it, so that tests can have their own. */
export interface LaneClock {
  nowMs(): number;
  /** @returns what calls it off */
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
 * Sends orders of one kind to the station: one on its way at a time, no more often than every `everyMs`, and of those that
 * have to wait only the newest. A pointer gives orders a hundred times a second; the station takes 20.
 */
export class CommandLane<Order> {
  readonly #send: (order: Order) => Promise<void>;
  readonly #everyMs: number;
  readonly #clock: LaneClock;
  #waiting: { readonly order: Order } | undefined;
  #isOnItsWay = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #isDue = false;

  /** @param send settles when the station has answered; what goes wrong is its own to tell */
  constructor(send: (order: Order) => Promise<void>, everyMs: number, clock: LaneClock) {
    this.#send = send;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  /** Takes the place of an order that still waits. */
  give(order: Order): void {
    this.#waiting = { order };
    this.#next();
  }

  /** The order that waits. */
  get waiting(): Order | undefined {
    return this.#waiting?.order;
  }

  /** Forgets the order that waits. */
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
