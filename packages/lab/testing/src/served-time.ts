const TICK_MS = 10;

/**
 * Time in which this process got the processor. On a busy machine it advances slower than real time, never faster. For
 * deadlines of the product that a machine without a free core may miss.
 */
export class ServedTime implements Disposable {
  #ticks = 0;
  readonly #timer = setInterval(() => {
    this.#ticks += 1;
  }, TICK_MS).unref();

  /** Since its creation, milliseconds. */
  get ms(): number {
    return this.#ticks * TICK_MS;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
