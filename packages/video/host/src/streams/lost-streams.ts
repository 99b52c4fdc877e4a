/** Streams stopped by a simulated fault. Survives a restart of the station's computer, as the fault does. */
export class LostStreams {
  readonly #counts = new Map<string, number>();
  #version = 0;

  /** Increments with each change. */
  get version(): number {
    return this.#version;
  }

  /** @param streamId every stream when empty */
  set(isLost: boolean, streamId: string): void {
    const count = (this.#counts.get(streamId) ?? 0) + (isLost ? 1 : -1);
    if (count > 0) this.#counts.set(streamId, count);
    else this.#counts.delete(streamId);
    this.#version += 1;
  }

  has(streamId: string): boolean {
    return this.#counts.has('') || this.#counts.has(streamId);
  }
}
