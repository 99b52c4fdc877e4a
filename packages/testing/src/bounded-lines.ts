/** The newest lines of an output. */
export class BoundedLines {
  readonly #most: number;
  readonly #lines: string[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#most) this.#lines.shift();
  }

  /** Those since the last call of `clear`, the newest last. */
  get text(): string {
    return this.#lines.join('\n');
  }

  clear(): void {
    this.#lines.length = 0;
  }
}
