/** A browser shows one film and its telemetry; whoever copies a recording gains nothing by more at once. */
export const DOWNLOADS_PER_SESSION = 4;

/** How many files each session downloads at a time: each holds two buffers and a file. */
export class DownloadSlots {
  readonly #bySession = new Map<string, number>();

  /** @returns what gives the slot back, to be called once; undefined when the session has all of its slots in use */
  take(sessionId: string): (() => void) | undefined {
    const used = this.#bySession.get(sessionId) ?? 0;
    if (used >= DOWNLOADS_PER_SESSION) return undefined;
    this.#bySession.set(sessionId, used + 1);
    return () => this.#giveBack(sessionId);
  }

  #giveBack(sessionId: string): void {
    const used = this.#bySession.get(sessionId) ?? 1;
    if (used > 1) this.#bySession.set(sessionId, used - 1);
    else this.#bySession.delete(sessionId);
  }
}
