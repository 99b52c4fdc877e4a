/** Which path is tried next. */
import type { PlayPath } from './player-state.ts';

interface PathOptions {
  /** What this browser can do. */
  readonly possible: readonly PlayPath[];
  /** What is tried first. */
  readonly first: PlayPath;
}

/**
 * Begins with the first path, and goes on to the other one as soon as it does not work. One that has shown pictures is
 * tried again first; when neither works there is a pause between two rounds.
 */
export class PathChoice {
  readonly #order: PlayPath[];
  #failed = new Set<PlayPath>();

  constructor({ first, possible }: PathOptions) {
    this.#order = [...possible].sort((one, other) => Number(other === first) - Number(one === first));
  }

  /** Undefined when the browser can do none. */
  get current(): PlayPath | undefined {
    return this.#order.find((path) => !this.#failed.has(path)) ?? this.#order[0];
  }

  /** It has shown pictures: it comes first from now on. */
  worked(path: PlayPath): void {
    this.#failed.clear();
    this.#order.sort((one, other) => Number(other === path) - Number(one === path));
  }

  /** @returns whether another one is left to be tried at once */
  failed(path: PlayPath): boolean {
    this.#failed.add(path);
    const isAnyLeft = this.#order.some((each) => !this.#failed.has(each));
    if (!isAnyLeft) this.#failed = new Set();
    return isAnyLeft;
  }
}
