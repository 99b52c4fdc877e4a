/** Tells that there are new events in the database. Their readers listen; whoever has written one raises it. */
export class EventSignal {
  readonly #listeners = new Set<() => void>();

  onEvent(listener: () => void): void {
    this.#listeners.add(listener);
  }

  readonly raise = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
