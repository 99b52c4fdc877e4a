import { readScene, SCENE_MAX_NUMBERS, sceneNumbers } from './scene-numbers.ts';
import type { SceneState } from './scene-state.ts';

const COUNT_BYTES = 8;
const SLOTS = 2;

/** The newest scene in memory of two threads: the one that draws takes it when it needs it, and is not woken before. */
export class SceneBoard {
  readonly memory: SharedArrayBuffer;
  /** How many scenes were written. */
  readonly #count: Int32Array<SharedArrayBuffer>;
  readonly #slots: readonly Float64Array<SharedArrayBuffer>[];
  readonly #read = new Float64Array(SCENE_MAX_NUMBERS);

  /** @param memory of the board of another thread */
  constructor(memory?: SharedArrayBuffer) {
    const slotBytes = SCENE_MAX_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
    this.memory = memory ?? new SharedArrayBuffer(COUNT_BYTES + SLOTS * slotBytes);
    this.#count = new Int32Array(this.memory, 0, 1);
    this.#slots = Array.from(
      { length: SLOTS },
      (_, slot) => new Float64Array(this.memory, COUNT_BYTES + slot * slotBytes, SCENE_MAX_NUMBERS),
    );
  }

  /** One thread only. @throws RangeError for a scene of too many numbers */
  write(scene: SceneState): void {
    const count = Atomics.load(this.#count, 0) + 1;
    this.#slots[count % SLOTS]?.set(sceneNumbers(scene));
    Atomics.store(this.#count, 0, count);
  }

  /** Undefined before the first one. */
  read(): SceneState | undefined {
    let count: number;
    // Its slot may be written again after the next one: then that is read instead.
    do {
      count = Atomics.load(this.#count, 0);
      this.#read.set(this.#slots[count % SLOTS] ?? []);
    } while (count !== Atomics.load(this.#count, 0));
    return count === 0 ? undefined : readScene(this.#read);
  }
}
