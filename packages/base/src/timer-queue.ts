import type { Cancel } from './clock.ts';
import type { OnBug } from './containment.ts';

interface Timer {
  atUs: number;
  readonly order: number;
  callback: ((dueUs: number) => void) | undefined;
}

/** Scheduled calls in order of time, then of scheduling. Shared by all clocks. */
export class TimerQueue {
  readonly #heap: Timer[] = [];
  #order = 0;

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    const timer: Timer = { atUs, order: this.#order++, callback };
    this.#heap.push(timer);
    this.#siftUp(this.#heap.length - 1);
    return () => {
      timer.callback = undefined;
    };
  }

  /** Due time of the next call; Infinity when none is scheduled. */
  get nextUs(): number {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (first.callback !== undefined) return first.atUs;
      this.#removeFirst();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Moves all calls by this much: they keep their distance from a time that has jumped. */
  moveBy(us: number): void {
    // One amount for all: the order stays.
    for (const timer of this.#heap) timer.atUs += us;
  }

  /** Runs the first call due at `nowUs`. @returns false when there was none */
  runNextDue(nowUs: number): boolean {
    if (this.nextUs > nowUs) return false;
    const due = this.#heap[0];
    this.#removeFirst();
    due?.callback?.(due.atUs);
    return true;
  }

  /** Runs every call due at `nowUs`, including those scheduled meanwhile. A bug in one does not stop the others. */
  runDue(nowUs: number, onBug: OnBug): void {
    for (let isDone = false; !isDone; ) {
      try {
        while (this.runNextDue(nowUs));
        isDone = true;
      } catch (bug) {
        onBug(bug, 'timer');
      }
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#siftDown(0);
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(heap, index, parent)) return;
      swap(heap, index, parent);
      index = parent;
    }
  }

  #siftDown(start: number): void {
    const heap = this.#heap;
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let first = index;
      if (left < heap.length && before(heap, left, first)) first = left;
      if (right < heap.length && before(heap, right, first)) first = right;
      if (first === index) return;
      swap(heap, index, first);
      index = first;
    }
  }
}

function before(heap: readonly Timer[], a: number, b: number): boolean {
  const left = heap[a] as Timer;
  const right = heap[b] as Timer;
  return left.atUs < right.atUs || (left.atUs === right.atUs && left.order < right.order);
}

function swap(heap: Timer[], a: number, b: number): void {
  const held = heap[a] as Timer;
  heap[a] = heap[b] as Timer;
  heap[b] = held;
}
