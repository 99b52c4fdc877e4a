/** More sessions than in any shift; then the mapping restarts at the next number. */
const KNOWN_MAX = 10_000;

/** Gives sessions short names in order of appearance: `session-1`, `session-2`. */
export class SessionCount {
  readonly #names = new Map<string, string>();
  #count = 0;

  of(sessionId: string): string {
    const known = this.#names.get(sessionId);
    if (known !== undefined) return known;
    if (this.#names.size >= KNOWN_MAX) this.#names.clear();
    this.#count += 1;
    const name = `session-${this.#count}`;
    this.#names.set(sessionId, name);
    return name;
  }
}
