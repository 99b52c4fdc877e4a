/** Bounds a hang; nothing is waited for by the clock. */
const DEADLINE_MS = 180_000;

/** Something that changes, which tests look at after each change. */
export class Changes {
  readonly #looks = new Set<() => void>();

  /** To be called after each change. */
  tell(): void {
    for (const look of this.#looks) look();
  }

  /** Resolves when it is so. @param what named, with how it is, where that never happens */
  async until(isSo: () => boolean, what: () => string): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const look = () => isSo() && resolve();
    const late = setTimeout(() => reject(new Error(`timed out waiting for ${what()}`)), DEADLINE_MS);
    this.#looks.add(look);
    look();
    await promise.finally(() => {
      clearTimeout(late);
      this.#looks.delete(look);
    });
  }
}
