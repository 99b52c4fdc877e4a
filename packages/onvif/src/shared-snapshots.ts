interface SnapshotInProgress<Taken> {
  readonly taken: Promise<Taken>;
  /** That of those who have come since. */
  next?: Promise<Taken>;
}

/**
 * Takes pictures for all who ask at once: those who ask while one is made share the next, so that each gets one of after its request, and
 * clients that ask on do not delay each other.
 */
export class SharedSnapshots<Taken> {
  readonly #take: (streamId: string) => Promise<Taken>;
  readonly #inProgress = new Map<string, SnapshotInProgress<Taken>>();

  constructor(take: (streamId: string) => Promise<Taken>) {
    this.#take = take;
  }

  /** Rejects as the taking does. */
  take(streamId: string): Promise<Taken> {
    const current = this.#inProgress.get(streamId);
    if (current === undefined) return this.#begin(streamId);
    const begin = () => this.#begin(streamId);
    current.next ??= current.taken.then(begin, begin);
    return current.next;
  }

  async #begin(streamId: string): Promise<Taken> {
    const own: SnapshotInProgress<Taken> = { taken: this.#take(streamId) };
    this.#inProgress.set(streamId, own);
    try {
      return await own.taken;
    } finally {
      // A next one takes its place.
      if (own.next === undefined) this.#inProgress.delete(streamId);
    }
  }
}
