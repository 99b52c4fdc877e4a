import { setTimeout as after } from 'node:timers/promises';
import { SoakViewer } from './viewer.ts';

const LOOK_EVERY_MS = 200;

/** Watches a stream for as long as it lives, and comes again when it is sent away, as players do. */
export class Spectator implements AsyncDisposable {
  interruptions = 0;
  readonly #address: () => Promise<URL>;
  readonly #done: Promise<void>;
  #viewer: SoakViewer | undefined;
  #isOver = false;
  #pictures = 0;
  #gaps = 0;

  /** @param address asked before each attempt: tickets grow old */
  constructor(address: () => Promise<URL>) {
    this.#address = address;
    this.#done = this.#watch();
  }

  get pictures(): number {
    return this.#pictures + (this.#viewer?.pictures ?? 0);
  }

  get gaps(): number {
    return this.#gaps + (this.#viewer?.gaps ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      try {
        this.#viewer = await SoakViewer.watch(await this.#address());
        while (this.#viewer.isWatching && !this.#isOver) await after(LOOK_EVERY_MS);
      } catch {
        // Not there now: tried again.
      }
      if (!this.#isOver) this.interruptions += 1;
      this.#leave();
      await after(LOOK_EVERY_MS);
    }
  }

  #leave(): void {
    this.#pictures = this.pictures;
    this.#gaps = this.gaps;
    this.#viewer?.[Symbol.dispose]();
    this.#viewer = undefined;
  }
}
