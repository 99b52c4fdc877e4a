const TICK_MS = 10;

/**
 * Time in which this process was served: on a machine that is busy with other work less of it passes than of real time, and never more. For what
 * has to be over before some deadline of the product, which a machine without a free core may not keep through no fault of the product.
 */
export class ServedTime implements Disposable {
  #ticks = 0;
  readonly #timer = setInterval(() => {
    this.#ticks += 1;
  }, TICK_MS).unref();

  /** Since it was made. */
  get ms(): number {
    return this.#ticks * TICK_MS;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
