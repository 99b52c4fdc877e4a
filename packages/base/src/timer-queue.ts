import type { Cancel } from './clock.ts';
import type { OnBug } from './containment.ts';

interface Timer {
  atUs: number;
  readonly order: number;
  callback: ((dueUs: number) => void) | undefined;
}

/** Fewer are not worth the work. */
const CANCELLED_MAX = 64;

/** Scheduled calls in order of time, then of scheduling. Shared by all clocks. */
export class TimerQueue {
  readonly #heap: Timer[] = [];
  #order = 0;
  /** Calls in the heap that were cancelled. */
  #cancelled = 0;

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    const timer: Timer = { atUs, order: this.#order++, callback };
    this.#heap.push(timer);
    this.#siftUp(this.#heap.length - 1);
    return () => {
      if (timer.callback === undefined) return;
      timer.callback = undefined;
      this.#cancelled += 1;
      if (this.#cancelled > CANCELLED_MAX && this.#cancelled > this.#heap.length / 2) this.#removeCancelled();
    };
  }

  /** Calls that are kept, cancelled ones among them: at most about as many as wait. */
  get size(): number {
    return this.#heap.length;
  }

  /** Due time of the next call; Infinity when none is scheduled. */
  get nextUs(): number {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (first.callback !== undefined) return first.atUs;
      this.#removeFirst();
      this.#cancelled -= 1;
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
    const callback = due?.callback;
    // Cancelled from now on, it is no longer in the heap.
    if (due !== undefined) due.callback = undefined;
    callback?.(due?.atUs ?? nowUs);
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

  /** A deadline far away that is set again each second would otherwise stay until its time, as often as it was set. */
  #removeCancelled(): void {
    const left = this.#heap.filter(({ callback }) => callback !== undefined);
    // In order, they are a heap.
    left.sort((one, other) => one.atUs - other.atUs || one.order - other.order);
    this.#heap.splice(0, this.#heap.length, ...left);
    this.#cancelled = 0;
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
