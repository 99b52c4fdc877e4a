/** Selects the path of the next attempt. */
import type { PlayPath } from './player-state.ts';

interface PathOptions {
  /** Capabilities of this browser. */
  readonly possible: readonly PlayPath[];
  /** The preferred path. */
  readonly first: PlayPath;
}

/**
 * Starts with the preferred path and switches as soon as it fails. A path that has shown pictures is tried first again;
 * when neither works, a pause separates two rounds.
 */
export class PathChoice {
  readonly #order: PlayPath[];
  #failed = new Set<PlayPath>();

  constructor({ first, possible }: PathOptions) {
    this.#order = [...possible].sort((one, other) => Number(other === first) - Number(one === first));
  }

  /** Undefined if the browser supports none. */
  get current(): PlayPath | undefined {
    return this.#order.find((path) => !this.#failed.has(path)) ?? this.#order[0];
  }

  /** It has shown pictures: it comes first from now on. */
  worked(path: PlayPath): void {
    this.#failed.clear();
    this.#order.sort((one, other) => Number(other === path) - Number(one === path));
  }

  /** @returns whether another path can be tried immediately */
  failed(path: PlayPath): boolean {
    this.#failed.add(path);
    const isAnyLeft = this.#order.some((each) => !this.#failed.has(each));
    if (!isAnyLeft) this.#failed = new Set();
    return isAnyLeft;
  }
}
