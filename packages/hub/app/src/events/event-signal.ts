/** Signals that there are new events in the database. Readers of events listen; the writer of an event raises it. */
export class EventSignal {
  readonly #listeners = new Set<() => void>();

  onEvent(listener: () => void): void {
    this.#listeners.add(listener);
  }

  readonly raise = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
